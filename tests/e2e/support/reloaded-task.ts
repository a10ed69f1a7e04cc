import { expect } from '@playwright/test';
import type { Cairn } from './cairn.ts';
import { diligentModel, type ScriptedStep } from './diligent-model.ts';
import type { ModelServer } from './model-server.ts';
import type { PageServer } from './page-server.ts';

interface Scene {
  app: Cairn;
  model: ModelServer;
  site: PageServer;
  /** Continues in the way under test. */
  proceed: () => Promise<void>;
}

interface Moment {
  name: string;
  /** Brings the plan to the moment, reloads, continues, and does what the person still has to do. */
  play: (scene: Scene) => Promise<void>;
  /** The model was writing its reply when the page went away, so this may be asked for a second time. */
  inDoubt: string[];
  /** How often the page may be fetched. */
  fetches?: number;
}

const closing = 'All is prepared.';
const addBag = { name: 'todo', input: { action: 'add', title: 'Pack the bag' } };

function steps(site: PageServer): ScriptedStep[] {
  return [
    { description: 'Read the weather page', calls: [{ name: 'fetch', input: { url: `${site.origin}/weather` } }] },
    { description: 'Note the bag', calls: [addBag] },
    { description: 'Find out the day', question: 'Saturday or Sunday?' },
    { description: 'Note the bag once more', calls: [addBag] },
  ];
}

/** When a page may go away in the middle of a task. */
export const moments: Moment[] = [
  {
    name: 'during planning',
    inDoubt: ['intake'],
    play: async ({ app, model, proceed }) => {
      const planning = model.hold((topic) => topic === 'intake');
      await app.send('Prepare the trip');
      await planning.arrived;
      await app.reload();
      planning.open();
      await proceed();
      await app.approve('Allow once');
      await answerTheQuestion(app);
    },
  },
  {
    name: 'between thought and tool',
    inDoubt: [],
    play: async ({ app, site, proceed }) => {
      await app.send('Prepare the trip');
      await expect(app.approval).toBeVisible();
      expect(site.requests).toEqual([]);
      await app.reload();
      await proceed();
      await app.approve('Allow once');
      await answerTheQuestion(app);
    },
  },
  {
    name: 'while a fetch is in flight',
    inDoubt: [],
    fetches: 2,
    play: async ({ app, site, proceed }) => {
      const fetching = site.hold('/weather');
      await app.send('Prepare the trip');
      await app.approve('Allow once');
      await fetching.arrived;
      await app.reload();
      fetching.open();
      await expect(app.page.getByText(/interrupted at step 1 of 4/i).first()).toBeVisible();
      await proceed();
      await answerTheQuestion(app);
    },
  },
  {
    name: "right after a tool's effect",
    inDoubt: ['Note the bag after 1 calls'],
    play: async ({ app, model, proceed }) => {
      const after = model.hold((topic) => topic === 'Note the bag after 1 calls');
      await app.send('Prepare the trip');
      await app.approve('Allow once');
      await after.arrived;
      await app.reload();
      after.open();
      await expect(app.page.getByText(/interrupted at step 2 of 4/i).first()).toBeVisible();
      await proceed();
      await answerTheQuestion(app);
    },
  },
  {
    name: 'while waiting for an answer',
    inDoubt: [],
    play: async ({ app, proceed }) => {
      await app.send('Prepare the trip');
      await app.approve('Allow once');
      await app.expectPlanStatus('waiting');
      await app.reload();
      await proceed();
      await answerTheQuestion(app);
    },
  },
  {
    name: 'while paused',
    inDoubt: ['Note the bag after 0 calls'],
    play: async ({ app, model, proceed }) => {
      const thinking = model.hold((topic) => topic === 'Note the bag after 0 calls');
      await app.send('Prepare the trip');
      await app.approve('Allow once');
      await thinking.arrived;
      await app.button('Pause').click();
      thinking.open();
      await app.expectPlanStatus('paused');
      await app.reload();
      await app.expectPlanStatus('paused');
      await proceed();
      await answerTheQuestion(app);
    },
  },
];

async function answerTheQuestion(app: Cairn): Promise<void> {
  await app.expectPlanStatus('waiting');
  await expect(app.conversation).toContainText('Saturday or Sunday?');
  await app.send('Saturday');
}

/** How a person goes on. */
export const ways: Readonly<Record<string, (app: Cairn) => Promise<void>>> = {
  'the button': (app) => app.pressContinue(),
  'typing continue': (app) => app.send('continue'),
  'typing 继续': (app) => app.send('继续'),
};

/** Brings a task to its end through a reload, and expects that nothing is done or asked twice. */
export async function expectEachOnce(moment: Moment, way: string, { app, model, site }: Omit<Scene, 'proceed'>) {
  model.play(diligentModel(steps(site), closing));
  await app.enterKey(model);
  await moment.play({ app, model, site, proceed: async () => ways[way]?.(app) });

  await app.expectPlanStatus('completed');
  await app.expectStepStatuses(['completed', 'completed', 'completed', 'completed']);
  await expect(app.conversation.getByText(closing)).toHaveCount(1);
  await app.tab('To-do');
  await expect(app.panel('To-do').getByText('Pack the bag')).toHaveCount(2);
  expect(site.requests.length).toBeLessThanOrEqual(moment.fetches ?? 1);
  expect(moment.inDoubt).toEqual(expect.arrayContaining(model.askedAgain()));
  expect(model.askedAgain().length).toBeLessThanOrEqual(moment.inDoubt.length);
  expect(model.journal()).toHaveLength(model.topics.length);
}
