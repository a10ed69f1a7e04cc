// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import { defaultSettings } from '../../../src/records/settings.ts';
import { withPhase, type Run } from '../../../src/task/run.ts';
import type { Session } from '../../../src/task/session.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { ScheduledRunStarter } from '../../../src/ui/background/scheduled-run-starter.svelte.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';

const words = new Translator();
await words.loadAll();
const address = 'https://model.example/v1';
const steps = [newStep('step_1', 'Read the page')];
const check: ScheduledRun = {
  ...{ id: 'due_1', name: 'Morning check', first: '2026-11-30T09:00', zone: 'Europe/Berlin', repeat: 'FREQ=DAILY' },
  plan: { ...emptyPlan('plan_1', 'Check the page', '2026-11-28T10:00:00.000Z'), steps },
  ...{ next_at: '2026-11-30T08:00:00.000Z', started: null, active: true, created_at: '', deleted_at: null },
};

let now: string;
let row: ScheduledRun;
let sessions: Session[];
let tell: () => void;
let run = $state.raw<Run | null>(null);
let toasts: Toasts;
let secrets: MemorySecrets;
let starter: ScheduledRunStarter;
const page = $state<{ profile: Record<string, unknown>; thought: Record<string, unknown> | null }>({
  profile: {},
  thought: null,
});

/** The page is opened a minute before a plan is due; its connection needs a key. */
beforeEach(async () => {
  [now, row, sessions, toasts, secrets] = ['2026-11-30T07:59:00.000Z', check, [], new Toasts(), new MemorySecrets()];
  run = null;
  page.thought = null;
  page.profile = { id: 'own', provider: 'custom', base_url: address, with_key: true };
  const change = (next: ScheduledRun) => {
    row = next;
    tell();
  };
  const stores = {
    settings: { get: async () => defaultSettings },
    sessions: { create: async (session: Session) => void sessions.push(session), run: async () => run },
    scheduledRuns: {
      list: () => ({
        subscribe(next: (rows: ScheduledRun[]) => void) {
          tell = () => next([row]);
          tell();
          return () => undefined;
        },
      }),
      get: async () => row,
      save: async (changed: ScheduledRun) => change(changed),
      claim: async (_: string, __: string, changed: Partial<ScheduledRun>) => (change({ ...row, ...changed }), true),
    },
  };
  const clock = { now: () => now, languages: () => ['en'], newId: (kind: string) => kind, zone: () => 'Europe/Berlin' };
  starter = new ScheduledRunStarter({
    dependencies: { stores, clock, secrets, providers: [] } as unknown as App['dependencies'],
    ...{ words, toasts, session: null },
    get settings() {
      return { connected_at: '', thought_profile: page.thought?.id ?? null } as unknown as App['settings'];
    },
    get profiles() {
      return [page.profile, page.thought].filter(Boolean) as unknown as App['profiles'];
    },
    get profile() {
      return page.profile as unknown as App['profile'];
    },
    hasModel: () => true,
    openSession: async () => undefined,
    view: async (id) => ({
      id,
      get run() {
        return run;
      },
      status: { key: 'plan.status.endpoint.auth', params: {} },
      tell: async (event) => ((run = event.run), true),
      note: async () => true,
      resume: async () => ((run = run && withPhase(run, 'executing', now)), true),
    }),
  });
  const over = new AbortController();
  onTestFinished(() => over.abort());
  await starter.watch(new MemoryLocks(), over.signal);
});

const give = (key: string, place: 'device' | 'passphrase' = 'device') => secrets.write('own', address, key, place);
const said = () => toasts.list.map(({ text }) => text);
function comeDue(): void {
  now = '2026-11-30T08:00:01.000Z';
  tell();
}

test('R9.11 a plan that comes due without a key does not start: it is offered, and the reason is said', async () => {
  comeDue();
  await expect.poll(() => starter.missed).toHaveLength(1);
  expect(starter.hindrance).toBe('no_key');
  expect(sessions).toEqual([]);
  expect(row.next_at).toBe(check.next_at);
  await starter.start(starter.missed[0]!);
  expect(said()).toEqual(['This tab has no API key: enter it in the settings, then start the plan.']);
  expect(sessions).toEqual([]);
});

test('R9.11 a plan that comes due while the key is locked starts once that is unlocked', async () => {
  await secrets.unlock('words');
  await give('key', 'passphrase');
  secrets.lock();
  comeDue();
  await expect.poll(() => starter.hindrance).toBe('key_locked');
  expect(sessions).toEqual([]);
  await secrets.unlock('words');
  await expect.poll(() => sessions).toHaveLength(1);
  await expect.poll(() => starter.missed).toEqual([]);
});

test('R9.11 a plan that comes due while the key of the thoughts’ own connection is locked starts once that is unlocked', async () => {
  await give('key');
  await secrets.unlock('words');
  await secrets.write('thoughts', address, 'key', 'passphrase');
  secrets.lock();
  page.thought = { ...page.profile, id: 'thoughts' };
  comeDue();
  await expect.poll(() => starter.hindrance).toBe('key_locked');
  expect(sessions).toEqual([]);
  await secrets.unlock('words');
  await expect.poll(() => sessions).toHaveLength(1);
});

test('R9.11 a key that is known to be wrong starts nothing by itself, but the person may try', async () => {
  await give('key');
  page.profile = { ...page.profile, key_refused: true };
  comeDue();
  await expect.poll(() => starter.hindrance).toBe('key_refused');
  expect(sessions).toEqual([]);
  await starter.start(starter.missed[0]!);
  expect(sessions).toHaveLength(1);
});

test('R9.11 that a plan has started stays on the page, and its session is named by its day', async () => {
  await give('key');
  comeDue();
  await expect.poll(said).toEqual(['“Morning check” has started, as scheduled.']);
  expect(toasts.list[0]?.remainingMs).toBeUndefined();
  expect(sessions[0]?.title).toBe('Mon 30 Nov · Morning check');
});

test('R9.11 a plan that pauses as the model cannot be asked is no longer said to have just started', async () => {
  await give('key');
  comeDue();
  await expect.poll(() => toasts.list).toHaveLength(1);
  run = run && { ...withPhase(run, 'paused', now), pause: { code: 'endpoint', error: { code: 'auth' } as never } };
  flushSync();
  expect(said()).toEqual(['“Morning check” has started, as scheduled. Paused: the key was refused']);
});

test('R9.11 a plan that was missed several times is offered once, with its last time, and starts under the day of today', async () => {
  await give('key');
  now = '2026-12-03T07:00:00.000Z';
  tell();
  await expect.poll(() => starter.missed).toMatchObject([{ times: 3, last: '2026-12-02T08:00:00.000Z' }]);
  await starter.start(starter.missed[0]!);
  expect(sessions[0]?.title).toMatch(/^Thu,? 3 Dec · Morning check$/);
  expect(row.next_at).toBe('2026-12-03T08:00:00.000Z');
});

test('R9.11 skipping a missed plan returns its next time, null for one that does not repeat', async () => {
  now = '2026-12-03T07:00:00.000Z';
  tell();
  await expect.poll(() => starter.missed).toHaveLength(1);
  expect(await starter.pass(starter.missed[0]!)).toBe('2026-12-03T08:00:00.000Z');
  row = { ...check, repeat: null };
  tell();
  await expect.poll(() => starter.missed).toMatchObject([{ times: 1, last: check.next_at }]);
  expect(await starter.pass(starter.missed[0]!)).toBe(null);
});
