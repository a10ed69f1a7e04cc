// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { withPhase, newRun, type Phase, type Run } from '../../../src/task/run.ts';
import type { Template } from '../../../src/plan/template.ts';
import type { SessionLeaseOptions } from '../../../src/engine/session-lease.ts';
import type { SessionRunner } from '../../../src/engine/session-runner.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import type { AttachedImage } from '../../../src/records/shown-image.ts';
import { Composer } from '../../../src/ui/conversation/composer.svelte.ts';
import { SessionView } from '../../../src/ui/session/session-view.svelte.ts';
import type { StorageError } from '../../../src/ports/storage-health.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemoryTabs } from '../../fakes/memory-tabs.ts';

const at = '2026-01-01T10:00:00.000Z';
const never = { subscribe: () => () => undefined };
const words = new Translator();
await words.loadAll();

let happened: string[];
const edits: unknown[] = [];
/** Of the field made last. */
let session: SessionView;
let toasts: Toasts;
const shown: (Run | null)[] = [];
const sending = new Map<string, readonly string[]>();
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** The field under a session that is on the page: somebody reads how its task stands. */
function composer(
  run: Run | null,
  hasModel = true,
  of: {
    id?: string;
    isDemo?: boolean;
    gravest?: StorageError;
    opened?: Promise<void>;
    isFull?: boolean;
    full?: number;
  } = {},
): Composer {
  let ids = 0;
  let refusals = of.full ?? 0;
  const isRefused = () => (refusals -= 1) >= 0;
  const runner: SessionRunner = {
    current: () => ({ run, streams: {}, waits: {}, progress: {}, offline: false }),
    subscribe: () => () => undefined,
    refusals: never,
    committed: never,
    send: async (event, said) => {
      if (of.isFull || isRefused()) return false;
      if (said?.type === 'message') happened.push(`${said.kind}: ${said.text}`);
      happened.push(event.type);
      if (event.type === 'plan.edit') edits.push(event.edit);
      return true;
    },
    note: async (body) => {
      if (of.isFull || isRefused()) return false;
      if (body.type === 'message') happened.push(`${body.kind}: ${body.text}`);
      if (body.type === 'notice') happened.push(`notice: ${body.code}`);
      return true;
    },
    settled: async () => undefined,
    shown: async () => undefined,
    storageFailed: () => undefined,
    close: async () => void happened.push('closed'),
  };
  const dependencies = {
    stores: {
      sessions: { watchRun: () => never, journal: () => never, wholeJournal: async () => [] },
      todos: {},
      entries: {},
      templates: {
        save: async ({ name }: Template) => void happened.push(`saved ${name}`),
        list: () => ({ subscribe: (next: (all: Template[]) => void) => (queueMicrotask(() => next([])), () => {}) }),
      },
    },
    clock: { now: () => at, zone: () => 'UTC', random: () => 0, newId: (prefix: string) => `${prefix}_${++ids}` },
    connected: never,
    ruledTools: async () => [],
    lease: (sessionId: string): SessionLeaseOptions => ({
      sessionId,
      locks: new MemoryLocks(),
      tabs: new MemoryTabs(),
      wait: () => new Promise(() => undefined),
      open: async () => {
        await of.opened;
        return runner;
      },
    }),
  } as unknown as AppDependencies;
  toasts = new Toasts();
  session = new SessionView(of.id ?? 's', dependencies, words, toasts);
  ends.push(
    $effect.root(() => {
      $effect(() => void shown.push(session.run));
    }),
  );
  flushSync();
  const host = {
    dependencies,
    words,
    now: () => new Date(at),
    hasModel: () => hasModel,
    drafts: new SvelteMap<string, string>(),
    sending,
    attached: new SvelteMap<string, readonly AttachedImage[]>(),
    toasts: new Toasts(),
    faults: { gravest: of.gravest ?? null },
    isDemo: of.isDemo ?? false,
    composer: {
      attached: [],
      send: async (text: string) => void happened.push(`sent there: ${text}`),
    } as unknown as Composer,
    newSession: async () => happened.push('new session'),
    show: () => undefined,
    askImport: () => happened.push('import'),
    openTemplates: () => happened.push('templates'),
    templateQuery: '',
    dialog: null,
  };
  return new Composer(host, session);
}

const task = (phase: Phase): Run => withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at), phase, at);
const asking: Run = { ...task('waiting'), question: { effect: 'e', step_id: null, text: 'Which?' } };

async function say(text: string, run: Run | null, hasModel = true): Promise<string[]> {
  happened = [];
  const field = composer(run, hasModel);
  await Promise.resolve();
  await field.send(text);
  return happened;
}

test('R8.3 what was sent while the engine still loads counts as unsent until it is handled', async () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  happened = [];
  const field = composer(null, true, { opened });
  const sent = Promise.all(['Plan a trip', 'to Rome'].map((text) => field.send(text)));
  expect([field.draft, sending.get('s'), happened]).toEqual(['', ['Plan a trip', 'to Rome'], []]);
  open();
  await sent;
  expect([sending.has('s'), happened.slice(0, 2)]).toEqual([false, ['goal: Plan a trip', 'goal.submit']]);
});

describe('what is typed is recorded first, then acted upon', () => {
  beforeEach(() => (happened = []));

  test('R3.3 a goal, guidance, and after the end a new goal', async () => {
    expect(await say(' Plan a trip ', null)).toEqual(['goal: Plan a trip', 'goal.submit']);
    expect(await say('not too early', task('executing'))).toEqual(['guidance: not too early', 'guidance.add']);
    expect(await say('not too early', task('paused'))).toEqual([
      'guidance: not too early',
      'guidance.add',
      'notice: noted_in_pause',
    ]);
    expect(await say('another', task('completed'))).toEqual(['goal: another', 'goal.submit']);
  });

  test('R8.5 after a typed “stop”, what the button “Stop” does is told', async () => {
    expect(await say('stop', task('executing'))).toEqual(['command: stop', 'plan.pause', 'notice: paused_by_stop']);
    expect(await say('wait', task('executing'))).toEqual(['command: wait', 'plan.pause']);
    expect(await say('暂停', task('executing'))).toEqual(['command: 暂停', 'plan.pause']);
  });

  test('R10.1 what is typed while a command is being carried out comes after it', async () => {
    const field = composer(null);
    await Promise.all([field.send('/export'), field.send('Plan a trip'), field.send('/export')]);
    const exported = ['command: /export'];
    expect(happened).toEqual([...exported, 'goal: Plan a trip', 'goal.submit', ...exported]);
  });

  test('R12.4 a text stays in the field while nothing is stored any more', async () => {
    const field = composer(null, true, { gravest: { code: 'outdated' } });
    field.draft = '/todo Buy bread';
    await field.send(field.draft);
    expect([field.draft, happened]).toEqual(['/todo Buy bread', []]);
  });

  test.each([
    ['a goal', 'Plan a trip', null],
    ['guidance', 'not too early', task('paused')],
    ['an answer', 'the first', asking],
    ['a command', '/todo buy pills', task('paused')],
    ['the command to pause', '/pause', task('executing')],
    ['the command to stop', '/stop', task('paused')],
    ['the word “continue”', 'continue', task('paused')],
  ])('R12.4 %s that cannot be stored is put back into the field', async (_, text, run) => {
    const field = composer(run, true, { isFull: true });
    field.draft = text;
    await field.send(text);
    expect([field.draft, happened, toasts.list.map((toast) => toast.text)]).toEqual([
      text,
      [],
      [words.t('panes.not_saved')],
    ]);
  });

  test('R12.4 what was sent right after a goal that could not be stored comes back with it, and is no goal itself', async () => {
    const field = composer(null, true, { full: 1 });
    await Promise.all([field.send('Plan a trip'), field.send('not too early please')]);
    expect([field.draft, happened]).toEqual(['Plan a trip\nnot too early please', []]);
    await field.send('Plan a trip, not too early');
    expect(happened).toContain('goal: Plan a trip, not too early');
  });

  test('R8.1 what was sent is handled before a session that has been left is closed, unless it is shown again', async () => {
    const field = composer(null, false);
    const sent = Promise.all([field.send('Plan a trip'), field.send('Plan another')]);
    expect(await session.release(() => false)).toBe(true);
    await sent;
    expect(happened).toEqual(['notice: no_key', 'closed']);
    await field.send('Plan a third');
    expect(await session.release(() => true)).toBe(false);
    expect(happened.at(-1)).toBe('notice: no_key');
  });

  test('R8.3 a message beside a request for permission is told that the request still waits', async () => {
    const access = { origin: null, private_address: false, subject: '', rule: 'free' } as const;
    const approval = { effect: 'e', step_id: 's1', tool: 'files', access, decision: null };
    const asks = { ...task('waiting'), approvals: [approval] } as unknown as Run;
    const noted = ['guidance.add', 'notice: noted_in_permission'];
    expect(await say('lieber nicht so', asks)).toEqual(['guidance: lieber nicht so', ...noted]);
    for (const text of ['nein', 'はい', 'нет', 'لا'])
      expect(await say(text, asks)).toEqual([`command: ${text}`, 'notice: waiting_permission']);
    expect(await say('stopp', asks)).toEqual(['command: stopp', 'plan.pause', 'notice: paused_by_stop']);
    expect(await say('Stopp!', task('executing'))).toEqual(['command: Stopp!', 'plan.pause', 'notice: paused_by_stop']);
    expect(await say('続けて', task('paused'))).toEqual(['command: 続けて', 'plan.continue']);
    expect(await say('weiter', asks)).toEqual(['command: weiter', 'notice: waiting_permission']);
  });

  test('R8.4 an answer; a command leaves the question waiting', async () => {
    expect(await say('the first', asking)).toEqual(['answer: the first', 'question.answer']);
    expect(await say('/export', asking)).toEqual(['command: /export']);
  });

  test('R8.2 continue, in each language and as a command', async () => {
    for (const text of ['continue', 'Please go on!', '继续'])
      expect((await say(text, task('paused'))).at(-1)).toBe('plan.continue');
    expect(await say('/continue', task('paused'))).toEqual(['command: /continue', 'plan.continue']);
    expect(await say('/continue', null)).toEqual(['command: /continue', 'notice: nothing_to_continue']);
  });

  test('R10.2 a command that changes the task is recorded once, with its event; any other before its answer', async () => {
    const step = newStep('step_1', 'x');
    const planned = (phase: Phase, status: 'pending' | 'failed'): Run => ({
      ...task(phase),
      plan: { ...task(phase).plan, steps: [{ ...step, status }] },
    });
    const [open, failed] = [planned('executing', 'pending'), planned('failed', 'failed')];
    expect(await say('/pause', open)).toEqual(['command: /pause', 'plan.pause']);
    expect(await say('/stop', open)).toEqual(['command: /stop', 'plan.stop']);
    expect(await say('/取消', open)).toEqual(['command: /取消', 'plan.stop']);
    expect(await say('/计划 出个月报', null)).toEqual(['goal: 出个月报', 'goal.submit']);
    expect(await say('/skip 1', open)).toEqual(['command: /skip 1', 'plan.edit']);
    expect(await say('/retry', failed)).toEqual(['command: /retry', 'plan.edit']);
    expect(await say('/skip 2', open)).toEqual(['command: /skip 2', expect.stringMatching(/^notice: /)]);
    expect(await say('/continue', open)).toEqual(['command: /continue', 'notice: at_work']);
    expect(await say('/help', open)).toEqual(['command: /help', expect.stringMatching(/^notice: /)]);
  });

  test('R10.2 a command that cannot be carried out on its step says why in the conversation', async () => {
    edits.length = 0;
    const steps = [{ ...newStep('step_1', 'Buy *it*'), status: 'completed' as const }, newStep('step_2', 'x')];
    const planned = { ...task('paused'), plan: { ...task('paused').plan, steps } };
    const reply = (text: RegExp): unknown => expect.stringMatching(text);
    expect(await say('/retry 1', planned)).toEqual(['command: /retry 1', reply(/^notice: .*Buy \\\*it\\\*.*/)]);
    expect(await say('/skip 1', planned)).toEqual(['command: /skip 1', reply(/^notice: /)]);
    expect(edits).toEqual([]);
  });

  test('R8.3 continue shows a waiting question again', async () => {
    expect(await say('继续', asking)).toEqual(['command: 继续', 'question: Which?']);
  });

  test('R3.9 continue points at a change that waits for the person’s word', async () => {
    const asked: Run = { ...task('waiting'), proposal: { steps: [], at_stake: [], closing: null } };
    expect(await say('continue', asked)).toEqual(['command: continue', 'notice: waiting_consent']);
  });

  test('R2.9 /template offers templates, and keeps the present plan as one', async () => {
    const run = task('paused');
    const planned = { ...run, plan: { ...run.plan, steps: [newStep('step_1', 'x')] } };
    expect((await say('/template', null)).at(-1)).toBe('templates');
    expect((await say('/template save', planned)).at(-1)).toMatch(/^notice: Give the template a name/);
    expect((await say('/template save Week', run)).at(-1)).toMatch(/^notice: There is no plan yet/);
    expect((await say('/template Week', planned)).at(-1)).toBe('templates');
    expect(await say('/模板 保存 每周', planned)).toEqual([
      'command: /模板 保存 每周',
      'saved 每周',
      'notice: The plan is kept as the template “每周”. Start from it with /template.',
    ]);
  });

  test('R10.2 an unknown command is answered with the nearest one', async () => {
    expect((await say('/pausse', null)).at(-1)).toBe('notice: There is no command /pausse. Did you mean /pause?');
  });

  test('R10.2 what follows /new is the goal of the new session', async () => {
    for (const text of ['/new Plan a party', '/新建办个聚会', '/new', '/新建会话'])
      expect((await say(text, task('executing'))).slice(1)).toEqual(
        text.endsWith('party')
          ? ['new session', 'sent there: Plan a party']
          : text.endsWith('聚会')
            ? ['new session', 'sent there: 办个聚会']
            : ['new session'],
      );
  });

  test('R10.2 a step that is named in words is the one that is skipped, and one that is not there skips none', async () => {
    edits.length = 0;
    const run = task('paused');
    const steps = ['first', 'second', 'third'].map((text, at) => newStep(`step_${at + 1}`, text));
    const planned = { ...run, plan: { ...run.plan, steps } };
    for (const text of ['/skip 3', '/skip step 3', '/跳过第三步', '/跳过']) await say(text, planned);
    expect(edits).toEqual(['step_3', 'step_3', 'step_3', 'step_1'].map((id) => ({ kind: 'skip', id })));
    for (const text of ['/skip the rest', '/skip 4', '/retry 第9步'])
      expect((await say(text, planned)).at(-1)).toMatch(/^notice: No step is called “.+”. Write a number from 1 to 3/);
    expect(edits).toHaveLength(4);
  });

  test('R10.3 without a model a goal leads to the settings, and waits in the message field', async () => {
    const field = composer(null, false);
    await field.send('Plan a trip');
    expect(happened).toEqual(['notice: no_key']);
    expect(field.draft).toBe('Plan a trip');
  });

  test('R10.3 an image without text that could not be sent comes back without text', async () => {
    const field = composer(null, false);
    const ready = { name: 'a.png', bytes: new Uint8Array(1), type: 'image/png', width: 1, height: 1 };
    field.attached = [{ key: 'a', name: 'a.png', url: '', ready } as unknown as AttachedImage];
    await field.send('');
    expect([field.draft, field.attached.length]).toEqual(['', 1]);
  });

  test('R8.1 what could not be sent comes before what was typed since, in the order of sending', async () => {
    const field = composer(null, false);
    const sent = [field.send('Plan a trip'), field.send('Plan another')];
    field.draft = 'and a third';
    await Promise.all(sent);
    expect(field.draft).toBe('Plan a trip\nPlan another\nand a third');
    field.draft = '';
    await field.send('Something else');
    expect(field.draft).toBe('Something else');
  });
});

test('R10.2 the commands that begin like the draft are offered', () => {
  const field = composer(null);
  field.draft = '/s';
  expect(field.offers.map((offer) => offer.command)).toEqual(['/schedule', '/stop', '/skip']);
  field.draft = '/s x';
  expect(field.offers).toEqual([]);
});

test.each([
  ['a model of the person', false, ['new session', 'sent there: Plan a party']],
  ['the scripted model', true, ['goal: Plan a party', 'goal.submit']],
])('R11.4a a goal typed in the session of the demo, with %s', async (_, isDemo, expected) => {
  const field = composer(task('completed'), true, { id: 'demo_1', isDemo });
  happened = [];
  await field.send('Plan a party');
  expect(happened).toEqual(expected);
});
