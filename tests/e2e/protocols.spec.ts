import type { Ask } from './support/ask.ts';
import type { Cairn } from './support/cairn.ts';
import { eventfulModel, lakeWords, type Story } from './support/eventful-model.ts';
import type { ModelServer, Reply } from './support/model-server.ts';
import type { PageServer } from './support/page-server.ts';
import { expect, test } from './support/test.ts';

/** Some thirty requests, one after another, and a reload. */
test.describe.configure({ timeout: 120_000 });

type Trouble = 'a page that is not there' | 'a page with a fault' | 'a to-do that is not there';

const troubles: Record<Trouble, (site: PageServer) => Story['trouble']> = {
  'a page that is not there': (site) => ({ name: 'fetch', input: { url: `${site.origin}/gone` } }),
  'a page with a fault': (site) => ({ name: 'fetch', input: { url: `${site.origin}/broken` } }),
  'a to-do that is not there': () => ({ name: 'todo', input: { action: 'complete', id: 'todo_nowhere' } }),
};

const words: Record<Story['language'], Omit<Story, 'language' | 'trouble' | 'mended'>> = {
  en: lakeWords,
  zh: {
    goal: '准备去湖边的一天',
    question: '星期六还是星期天？',
    steps: {
      day: '确定是哪一天',
      trouble: '处理预订',
      mended: '看一下天气页面',
      bag: '记下收拾背包',
      tickets: '记下买船票',
      look: '比较记录与天气',
    },
    bag: '收拾背包',
    tickets: '买船票',
    finding: '一切如常。',
    closing: '星期天已经准备好了：背包和船票都在你的待办里。',
    smallTalk: '什么是石堆路标？',
    smallAnswer: '石堆路标是用石头堆成、指示道路的标记。',
  },
};

const shown = {
  en: {
    answer: 'Sunday',
    planned: 'Plan made (3 steps)',
    replanned: 'Replanned (4 steps remain)',
    recovered: 'Looking for another way, attempt 1',
    verified: 'Checked the changes that Cairn made: all are stored (2)',
    ended: 'Task ended: 5 done, 1 failed',
  },
  zh: {
    answer: '星期天',
    planned: '计划已定（共 3 步）',
    replanned: '已调整计划（还剩 4 步）',
    recovered: '正在另寻办法（第 1 次）',
    verified: '已核对 Cairn 做的改动：都已存好（2 项）',
    ended: '任务结束：完成 5 步，失败 1 步',
  },
};

interface Scene {
  app: Cairn;
  model: ModelServer;
  site: PageServer;
}

function storyOf({ app, site }: Scene, trouble: Trouble): Story {
  return {
    ...words[app.language],
    language: app.language,
    trouble: troubles[trouble](site),
    mended: { name: 'fetch', input: { url: `${site.origin}/weather` } },
  };
}

/** Lets the story happen; `unfit` are the replies of an endpoint or a model that cannot do what is asked of it. */
async function live(scene: Scene, story: Story, unfit: (ask: Ask) => Reply | null, parallel: boolean): Promise<void> {
  const { app, model } = scene;
  const { steps } = story;
  const mind = eventfulModel(story);
  const told = shown[story.language];
  model.play({ topic: (ask) => mind.topic(ask), answer: (ask) => unfit(ask) ?? mind.answer(ask) });
  const both = parallel
    ? [steps.bag, steps.tickets].map((step) => model.hold((_, ask) => ask.step?.description === step))
    : [];
  await app.enterKey(model);
  await app.workCarefully();
  await app.send(story.goal);

  await app.expectPlanStatus('waiting');
  await expect(app.conversation).toContainText(told.planned);
  await expect(app.conversation).toContainText(story.question);
  await app.send(told.answer);
  await app.approve('Allow for this plan');

  for (const gate of both) await gate.arrived;
  if (parallel) {
    await app.expectOrder(Object.values(steps));
    await app.expectStepStatuses(['completed', 'failed', 'completed', 'running', 'running', 'pending']);
  }
  for (const gate of both) gate.open();
  await app.expectPlanStatus('completed');
}

async function lookBack({ app, model }: Scene, story: Story): Promise<void> {
  const told = shown[story.language];
  await app.expectOrder(Object.values(story.steps));
  await app.expectStepStatuses(['completed', 'failed', 'completed', 'completed', 'completed', 'completed']);
  await expect(app.conversation.getByText(story.closing)).toHaveCount(1);
  for (const line of [told.replanned, told.recovered, told.verified, told.ended])
    await expect(app.conversation.getByText(line, { exact: true }).first()).toBeVisible();
  await expect(app.conversation).not.toContainText(/"status"|\[(?:Step|Done|Finish)\]|【/);
  await app.tab('To-do');
  await expect(app.panel('To-do').getByText(story.bag)).toHaveCount(1);
  await expect(app.panel('To-do').getByText(story.tickets)).toHaveCount(1);
  await app.tab('Plan');
  expect(model.askedAgain()).toEqual([]);
  expect(model.asks[0]?.prompt.split(story.goal)).toHaveLength(2);
  expect(model.asks.some((ask) => ask.purpose === 'evaluation')).toBe(true);
  expect(model.asks.filter((ask) => ask.purpose === 'replan')[0]?.prompt).toContain(told.answer);
  expect(model.asks.filter((ask) => ask.protocol !== 'tools' && !alternates(ask))).toEqual([]);
}

/** What was found out about the endpoint holds for the next task, and after a reload. */
async function talkOn({ app, model }: Scene, story: Story): Promise<void> {
  await app.reload();
  const before = model.asks.length;
  await app.send(story.smallTalk);
  await expect(app.conversation).toContainText(story.smallAnswer);
  await expect.poll(() => model.asks.length).toBe(before + 1);
}

/** The system message, then user and assistant in turn (R4.8). */
function alternates({ roles: [system, ...others] }: Ask): boolean {
  return system === 'system' && others.every((role, at) => role === (at % 2 === 0 ? 'user' : 'assistant'));
}

const able = () => null;
const withoutTools = (ask: Ask): Reply | null =>
  ask.protocol === 'tools' ? { refusal: 'registry.ollama.ai/library/phi3:latest does not support tools' } : null;
const onlyProse = (ask: Ask): Reply | null =>
  ask.protocol === 'json' ? { text: 'Sure!\n{"status": "planned", "plan": [{"description": "Find' } : withoutTools(ask);

test('R4.3 tools: plan, question, answer, replan, a page that is not there, recovery, two steps at once, verification, closing; nothing is done or asked twice (R3.1, R3.4, R6.2, R7.1, R3.7) @gate', async ({
  app,
  model,
  site,
}) => {
  const scene = { app, model, site };
  const story = storyOf(scene, 'a page that is not there');
  await live(scene, story, able, true);
  await lookBack(scene, story);
  expect(site.requests).toEqual(['/gone', '/weather']);
  await talkOn(scene, story);
  expect(model.asks.every((ask) => ask.protocol === 'tools')).toBe(true);
});

test('R4.4, R4.7 json, after the endpoint has refused tools once and for all: plan, question, answer, replan, a page with a fault, recovery, two steps at once, verification, closing; nothing is done or asked twice (R3.1, R3.4, R6.2, R7.1, R3.7)', async ({
  app,
  model,
  site,
}) => {
  const scene = { app, model, site };
  const story = storyOf(scene, 'a page with a fault');
  await live(scene, story, withoutTools, true);
  await lookBack(scene, story);
  expect(site.requests).toEqual(['/broken', '/broken', '/broken', '/broken', '/weather']);
  await talkOn(scene, story);
  expect(model.asks.map((ask) => ask.protocol)).toEqual(['tools', ...model.asks.slice(1).map(() => 'json')]);
});

test('R4.5, R4.7 markers, after tools were refused and no plan in JSON could be read; these plans name no dependencies, so no steps at once: plan, question, answer, replan, a to-do that is not there, recovery, verification, closing; nothing is done or asked twice (R3.1, R3.4, R6.2, R3.7)', async ({
  app,
  model,
  site,
}) => {
  const scene = { app, model, site };
  const story = storyOf(scene, 'a to-do that is not there');
  await live(scene, story, onlyProse, false);
  await lookBack(scene, story);
  expect(site.requests).toEqual(['/weather']);
  await talkOn(scene, story);
  const found = ['tools', 'json', 'json'];
  expect(model.asks.map((ask) => ask.protocol)).toEqual([...found, ...model.asks.slice(3).map(() => 'markers')]);
});

test.describe('on a Chinese page', () => {
  test.use({ locale: 'zh-CN' });

  const cases = [
    { name: 'R4.3 tools', unfit: able, parallel: true },
    { name: 'R4.5 markers, no steps at once', unfit: onlyProse, parallel: false },
  ];
  for (const { name, unfit, parallel } of cases)
    test(`R14.5, R4.9 a goal in Chinese, from plan to closing, in Chinese throughout (${name})${parallel ? ' @gate' : ''}`, async ({
      app,
      model,
      site,
    }) => {
      const scene = { app, model, site };
      const story = storyOf(scene, 'a page that is not there');
      await live(scene, story, unfit, parallel);
      await lookBack(scene, story);
      await expect(app.page.locator('html')).toHaveAttribute('lang', /^zh/);
      for (const { prompt } of model.asks) {
        expect(prompt).toContain('你是 Cairn');
        expect(prompt).not.toMatch(
          /You are Cairn|Current task:|Now:|Result of \S+ \(|The person answered|Please reply again/,
        );
      }
      await talkOn(scene, story);
    });
});
