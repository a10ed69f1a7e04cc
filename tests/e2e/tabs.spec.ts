import type { Page } from '@playwright/test';
import { Cairn } from './support/cairn.ts';
import { diligentModel, type ScriptedStep } from './support/diligent-model.ts';
import { test } from './support/durable-test.ts';
import type { Gate } from './support/gate.ts';
import type { ModelServer } from './support/model-server.ts';
import { storedTables } from './support/stored-tables.ts';
import { expect } from './support/test.ts';

const ten: ScriptedStep[] = Array.from({ length: 10 }, (_, at) => ({
  description: `Note thing ${at + 1}`,
  calls: [{ name: 'todo', input: { action: 'add', title: `Thing ${at + 1}` } }],
}));

const elsewhere = 'Another tab is at work on this.';

/** Another tab on the session that `app` shows. */
async function another(app: Cairn): Promise<Cairn> {
  const page = await app.page.context().newPage();
  await page.goto(app.page.url());
  const other = new Cairn(page);
  await expect(other.message).toBeVisible();
  return other;
}

/** Lets the plan begin; it stands still at the thought about one of the things. */
async function begin(app: Cairn, model: ModelServer, until: number): Promise<Gate> {
  await app.enterKey(model, 'On this device');
  return workUntil(app, model, until);
}

async function workUntil(app: Cairn, model: ModelServer, until: number): Promise<Gate> {
  model.play(diligentModel(ten, 'All noted.'));
  const held = thoughtAbout(model, until);
  await app.send('Note ten things');
  await held.arrived;
  return held;
}

function thoughtAbout(model: ModelServer, thing: number): Gate {
  return model.hold((topic) => topic === `Note thing ${thing} after 0 calls`);
}

/** To-dos and recorded effects, as they are stored. */
async function stored(page: Page): Promise<{ todos: string[]; effects: number; different: number }> {
  const { todos = [], journal } = await storedTables(page);
  const effects = journal.flatMap(({ effect }) => (effect ? [effect] : []));
  return {
    todos: todos.map(({ title }) => String(title)).sort(),
    effects: effects.length,
    different: new Set(effects).size,
  };
}

/** Chance that is the same at each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const things = ten.map((_, at) => `Thing ${at + 1}`).sort();

async function expectAllOnce(app: Cairn, model: ModelServer, inDoubt: number): Promise<void> {
  const { todos, effects, different } = await stored(app.page);
  expect(todos).toEqual(things);
  expect(effects).toBe(different);
  expect(model.askedAgain().length, model.topics.join('\n')).toBeLessThanOrEqual(inDoubt);
}

test('R12.3 a second tab shows the work live, says where it is done, and takes it over when asked @gate', async ({
  app,
  model,
}) => {
  const held = await begin(app, model, 3);
  const other = await another(app);
  await expect(other.page.getByText(elsewhere)).toBeVisible();
  await other.expectStepStatuses(['completed', 'completed', 'running', ...Array<string>(7).fill('pending')]);

  const next = thoughtAbout(model, 5);
  held.open();
  await next.arrived;
  await expect(other.steps.nth(3)).toHaveAttribute('data-step-status', 'completed');

  await other.button('Work here').click();
  await expect(other.page.getByText(elsewhere)).toBeHidden();
  await expect(app.page.getByText(elsewhere)).toBeVisible();
  next.open();
  await other.expectPlanStatus('completed');
  await app.expectPlanStatus('completed');
  await expectAllOnce(other, model, 1);
});

test('R12.3 a second tab that lacks the key leaves the work where it is', async ({ app, model }) => {
  await app.enterKey(model, 'Until this tab closes', 'deepseek');
  const held = await workUntil(app, model, 3);
  const other = await another(app);
  const lacksKey = other.page.getByText('this one has no key to go on with').first();
  await expect(lacksKey).toBeVisible();
  await expect(other.button('Enter the key').first()).toBeVisible();
  await expect(other.button('Work here')).toBeHidden();
  await other.message.fill('Use short names');
  await other.message.press('Enter');
  await expect(other.message).toHaveValue('Use short names');
  await expect(lacksKey).toBeVisible();
  held.open();
  await app.expectPlanStatus('completed');
  await expectAllOnce(app, model, 0);
});

test('R12.3 what is done in the tab that looks on brings the work there', async ({ app, model }) => {
  const held = await begin(app, model, 2);
  const other = await another(app);
  await expect(other.page.getByText(elsewhere)).toBeVisible();
  await other.dragByKeyboard(other.step('Note thing 10'), -7);
  await expect(app.page.getByText(elsewhere)).toBeVisible();
  await app.expectOrder(['1', '2', '10', '3', '4', '5', '6', '7', '8', '9'].map((n) => `Note thing ${n}`));
  await app.button('Pause').click();
  await other.expectPlanStatus('paused');
  await expect(other.page.getByText(elsewhere)).toBeHidden();
  held.open();
  await other.button('Continue').click();
  await app.expectPlanStatus('completed');
  await expectAllOnce(app, model, 2);
});

test('R8.6, R12.3 the list of sessions calls a session at work only while a tab works on it', async ({
  app,
  model,
}) => {
  await app.enterKey(model, 'On this device');
  const other = await another(app);
  const row = ({ page }: Cairn) => page.getByRole('navigation').getByRole('link', { name: /^Note ten things / });
  await app.newSession();
  await workUntil(app, model, 2);
  await app.newSession();
  for (const tab of [app, other]) await expect(row(tab)).toContainText('working');
  await app.reload();
  for (const tab of [app, other]) await expect(row(tab)).toContainText('paused · 1/10');
  await row(app).click();
  await app.expectPlanStatus('paused');
  await expect(row(other)).toContainText('paused · 1/10');
});

test('R12.3 when the working tab is closed, the one that looks on goes on by itself', async ({ app, model }) => {
  const held = await begin(app, model, 4);
  const other = await another(app);
  await expect(other.page.getByText(elsewhere)).toBeVisible();
  await app.page.close();
  await expect(other.page.getByText(elsewhere)).toBeHidden();
  held.open();
  await other.expectPlanStatus('completed');
  await expectAllOnce(other, model, 1);
});

test('R12.3 a tab that does not answer loses the session by force to the tab that asks for it, and stops', async ({
  app,
  model,
  page,
}) => {
  await page.addInitScript(() => {
    const isDeaf = () => document.title === 'deaf';
    globalThis.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        this.addEventListener('message', (event) => {
          if (isDeaf() && name === 'cairn') event.stopImmediatePropagation();
        });
      }

      override postMessage(message: unknown): void {
        if (!isDeaf()) super.postMessage(message);
      }
    };
  });
  await page.reload();
  const held = await begin(app, model, 4);
  const other = await another(app);
  await expect(other.page.getByText(elsewhere)).toBeVisible();
  await page.evaluate(() => {
    document.title = 'deaf';
  });
  await other.button('Work here').click();
  await expect(other.page.getByText(elsewhere)).toBeHidden();
  held.open();
  await Promise.all([app, other].map((tab) => tab.expectPlanStatus('completed')));
  await expectAllOnce(other, model, 1);
});

test('R12.3 three tabs and many hand-overs: one works at a time, and everything is done once', async ({
  app,
  model,
}) => {
  const handOvers = Number(process.env.HAND_OVERS ?? 10);
  test.setTimeout(60_000 + handOvers * 3000);
  const first = await begin(app, model, 1);
  const gates = Array.from({ length: 3 * handOvers }, () => model.hold(() => true));
  const tabs = [app, await another(app), await another(app)];
  const chance = seeded(Number(process.env.SEED ?? 1));
  let working = app;
  let made = 0;
  for (const [turn, gate] of gates.entries()) {
    const before = gates[turn - 1] ?? first;
    const opened = turn - made;
    if (chance() < 0.6 || opened === 20) {
      const asking = tabs.filter((tab) => tab !== working);
      working = asking[Math.floor(chance() * asking.length)] ?? app;
      await working.button('Work here').click();
      made += 1;
    } else before.open();
    if (made === handOvers) break;
    await gate.arrived;
  }
  gates.forEach((gate) => gate.open());
  first.open();
  await Promise.all(tabs.map((tab) => tab.expectPlanStatus('completed')));
  expect(made).toBe(handOvers);
  await expectAllOnce(app, model, made);
});
