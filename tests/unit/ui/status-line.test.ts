import { describe, expect, test } from 'vitest';
import { ModelError } from '../../../src/task/model-reply.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { withPhase, newRun, Phase, type PauseReason, type Run } from '../../../src/task/run.ts';
import { toolError } from '../../../src/task/tool-result.ts';
import type { JournalEntry } from '../../../src/task/journal.ts';
import type { Session } from '../../../src/task/session.ts';
import { summarizeSession } from '../../../src/storage/journal/session-summary.ts';
import { connectionCondition, nextRetryOf, retryText, statusLine } from '../../../src/ui/session/status-line.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const at = '2026-01-01T10:00:00.000Z';
const words = new Translator();
await words.loadAll();

function task(phase: Phase, more: Partial<Run> = {}): Run {
  const run = newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at);
  const steps = ['completed', 'completed', 'running', 'pending', 'pending', 'pending', 'pending'] as const;
  const plan = { ...run.plan, steps: steps.map((status, n) => ({ ...newStep(`step_${n}`, 'x'), status })) };
  return { ...withPhase({ ...run, plan }, phase, at), ...more };
}

const said = (run: Run | null) => {
  const line = statusLine(run);
  return [words.tDynamic(line.key, line.params), line.action];
};
const paused = (pause: PauseReason) => said(task('paused', { pause }));
const error = (code: 'auth' | 'server' | 'part_missing') =>
  paused({ code: 'endpoint', error: { code, detail: '', status: null, retry_after_ms: null } });

describe('the status line says what goes on and what to do next', () => {
  test('R14.2 the step at work is counted', () => {
    expect(said(task('executing'))).toEqual(['Working on step 3 of 7', 'pause']);
  });

  test('R14.2 a plan that came to its end although steps failed is not called done', () => {
    const run = task('completed');
    const failed = (all: boolean): Run => {
      const steps = run.plan.steps.map(
        (step, at) => ({ ...step, status: at < 2 && !all ? step.status : 'failed' }) as const,
      );
      return { ...run, plan: { ...run.plan, steps } };
    };
    expect(said(failed(false))).toEqual(['Ended: 2 of 7 steps completed, 5 failed', 'rest']);
    expect(said(failed(true))).toEqual(['Ended: 0 of 7 steps completed, 7 failed', 'rest']);
    expect([statusLine(failed(false)).tone, statusLine(failed(true)).tone]).toEqual(['partly', 'failed']);
  });

  test('R2.4, R6.8 what was skipped is said beside what was done', () => {
    const run = task('completed');
    const ended = (status: 'failed' | 'completed'): Run => {
      const steps = run.plan.steps.map((step, at) => ({ ...step, status: at < 1 ? status : 'skipped' }) as const);
      return { ...run, plan: { ...run.plan, steps } };
    };
    expect(said(ended('completed'))).toEqual(['Done: 1 of 7 steps completed, 6 skipped', null]);
    expect(said(ended('failed'))).toEqual(['Ended: 0 of 7 steps completed, 1 failed, 6 skipped', 'rest']);
  });

  test('R6.4 a pause names the model where two connections are in use', () => {
    const error = { code: 'auth', detail: '', status: 401, retry_after_ms: null } as const;
    const run = task('paused', {
      pause: { code: 'endpoint', error: { ...error, asked: { provider: 'custom', model: 'small' } } },
    });
    const of = (isOneOfTwo: boolean) => {
      const { key, params } = statusLine(run, { isOneOfTwo });
      return words.tDynamic(key, params);
    };
    expect(of(true)).toBe('Paused: the key for “small” was refused');
    expect(of(false)).toBe('Paused: the key was refused');
  });

  test('R11.2 a plan whose key was refused goes on with Continue once the connection has been changed', () => {
    const refused = { code: 'auth' as const, detail: '', status: 401, retry_after_ms: null };
    const run = task('paused', { pause: { code: 'endpoint', error: refused } });
    expect(statusLine(run)).toMatchObject({ key: 'plan.status.endpoint.auth', action: 'connect' });
    expect(statusLine(run, { connection: 'changed' })).toMatchObject({
      key: 'plan.status.reconnected',
      action: 'continue',
    });
  });

  test('R8.3 a task at work is not said to work while it is being opened, which may find it interrupted', () => {
    const run = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at), 'executing', at);
    const line = (lease: 'taking' | 'failed' | 'watching', of = run) => statusLine(of, { lease });
    expect(line('taking')).toMatchObject({ key: 'plan.status.opening', tone: 'idle', action: null });
    expect(line('failed')).toMatchObject({ key: 'plan.status.not_opened', action: 'continue' });
    expect(line('watching').tone).toBe('working');
    expect(line('taking', withPhase(run, 'paused', at)).tone).toBe('resting');
  });

  test('R11.3 a task whose last model call failed is told to be tried again, not to be at work', () => {
    const run = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at), 'executing', at);
    expect(statusLine(run, { retrying: 'model' })).toMatchObject({ key: 'plan.status.retrying', tone: 'resting' });
    expect(statusLine(run, { retrying: 'rate' })).toMatchObject({ key: 'plan.status.retrying_rate', tone: 'resting' });
    expect(statusLine(withPhase(run, 'paused', at), { retrying: 'model' }).key).not.toBe('plan.status.retrying');
  });

  test('R11.2 a new session is not ready for a goal while the key is known to be refused', () => {
    expect(statusLine(null, { connection: 'refused' })).toMatchObject({
      key: 'plan.status.key_refused',
      action: 'connect',
    });
    expect(statusLine(null)).toMatchObject({ key: 'plan.status.idle', action: null });
  });

  test('R8.6 a stuck plan names the step that failed, not the one that waits for it', () => {
    const run = task('blocked');
    const reason = { code: 'blocked' as const, params: {} };
    const steps = run.plan.steps.map((step, n) =>
      n === 1 ? { ...step, status: 'failed' as const, error: 'no', reason } : { ...step, status: 'pending' as const },
    );
    expect(said({ ...run, plan: { ...run.plan, steps } })).toEqual(['Needs you: stuck at step 2 of 7', 'decide']);
  });

  test('R8.3 an interrupted plan names its step and offers to continue', () => {
    expect(paused({ code: 'interrupted' })).toEqual(['Paused: interrupted at step 3 of 7', 'continue']);
  });

  test('R11.2, R8.3 an interrupted plan whose key went with its tab asks for the key before anybody presses Continue', () => {
    const keyless = { connection: 'keyless' as const };
    expect(statusLine(task('paused', { pause: { code: 'interrupted' } }), keyless)).toMatchObject({
      key: 'plan.status.endpoint.no_key',
      action: 'connect',
    });
    const spent = task('paused', { pause: { code: 'limit', limit: 60 } });
    expect(statusLine(spent, keyless).key).toBe('plan.status.limit');
    expect(statusLine(task('completed'), keyless).key).not.toBe('plan.status.endpoint.no_key');
  });

  test('R11.2 a pause for want of a key that another tab left is only to be continued in a tab that has the key', () => {
    const error = { code: 'no_key' as const, detail: '', status: null, retry_after_ms: null };
    const run = task('paused', { pause: { code: 'endpoint', error } });
    expect(statusLine(run, { connection: 'keyed' })).toMatchObject({ key: 'plan.status.key_here', action: 'continue' });
    expect(statusLine(run, { connection: 'keyless' })).toMatchObject({
      key: 'plan.status.endpoint.no_key',
      action: 'connect',
    });
  });

  test('R11.2 a connection whose missing key was entered is not called another one', () => {
    const asked = { provider: 'custom', model: 'small' };
    const pausedBy = (code: 'no_key' | 'auth', error: Partial<ModelError> = { asked }) => {
      const body = { code, detail: '', status: null, retry_after_ms: null, ...error };
      const reason = { code: 'endpoint' as const, error: body };
      return [{ seq: 1, session_id: 's', task_id: 'r', step_id: null, at, body: { type: 'pause' as const, reason } }];
    };
    const profile = { id: 'p1', base_url: 'https://x.example', ...asked };
    const settings = { connected_at: '2026-01-01T11:00:00.000Z', thought_profile: null };
    const news = (entries: JournalEntry[], model = 'small', key: 'keyed' | 'unlocked' | null = 'keyed') =>
      connectionCondition({ settings, profile: { ...profile, model } }, key, { elsewhere: false, entries });
    expect(news(pausedBy('no_key'))).toBe('keyed');
    expect(news(pausedBy('no_key'), 'small', 'unlocked')).toBe('unlocked');
    expect(news(pausedBy('no_key'), 'small', null)).toBe('changed');
    expect(news(pausedBy('no_key'), 'large')).toBe('changed');
    expect(news(pausedBy('no_key', {}))).toBe('changed');
    expect(news(pausedBy('auth'))).toBe('changed');
  });

  test('R5.3 the limit is named', () => {
    expect(paused({ code: 'limit', limit: 60 })).toEqual(['Paused: limit of 60 steps of work reached', 'continue']);
  });

  test('R6.4 what a person must mend leads to the settings, what passes by itself to Continue', () => {
    expect(error('auth')).toEqual(['Paused: the key was refused', 'connect']);
    expect(error('server')[1]).toBe('continue');
    expect(error('part_missing')).toEqual(['Paused: reload the page to go on', 'reload']);
  });

  test('R8.4 a question comes before all else, then a permission', () => {
    const question = { effect: 'e', step_id: null, text: '?' };
    expect(said(task('waiting', { question }))).toEqual(['Needs you: an answer', 'answer']);
    const access = { origin: 'https://a.b', private_address: false, subject: 'https://a.b/', rule: 'site' as const };
    const approvals = [{ effect: 'e', step_id: 'step_2', tool: 'fetch', access, decision: null }];
    expect(said(task('executing', { approvals }))).toEqual(['Needs you: a permission', 'permit']);
  });

  describe('R14.1 whatever waits for the person says so in the list of sessions, too:', () => {
    const access = { origin: 'https://a.b', private_address: false, subject: 'https://a.b/', rule: 'site' as const };
    const asked = { approvals: [{ effect: 'e', step_id: 'step_2', tool: 'fetch', access, decision: null }] };
    const fault = (code: ModelError['code']): PauseReason => ({
      code: 'endpoint',
      error: { code, detail: '', status: null, retry_after_ms: null },
    });
    const pauses: PauseReason[] = [
      { code: 'person' },
      { code: 'interrupted' },
      { code: 'imported' },
      { code: 'limit', limit: 60 },
      { code: 'spending', limit: 1, spent: 1.2 },
      { code: 'storage', detail: '' },
      ...ModelError.shape.code.options.map(fault),
    ];
    const runs: [string, Run][] = [
      ...Phase.options.map((phase): [string, Run] => [phase, task(phase)]),
      ['a permission while other steps run', task('executing', asked)],
      ['a paused plan without a reason', task('paused', { pause: null })],
      ...pauses.map((pause): [string, Run] => [JSON.stringify(pause), task('paused', { pause })]),
    ];

    test.each(runs)('%s', (_, run) => {
      const session = { id: 's', title: '', updated_at: at } as Session;
      expect(summarizeSession(session, run).needs_you === true).toBe(statusLine(run).tone === 'needs-you');
    });
  });

  test.each([
    ['gone', 'Paused: the stored data has been removed from this browser', 'reload'],
    ['outdated', 'Paused: a newer version of Cairn is open in another tab', 'reload'],
    ['unavailable', 'Paused: the browser gives no access to the storage', 'reload'],
    ['full', 'Paused: the browser’s storage is full or blocked. Free some space, then continue', 'continue'],
  ] as const)('R12.4 a pause because the storage is %s names that, and what helps', (code, text, action) => {
    const run = task('paused', { pause: { code: 'storage', detail: '' } });
    const line = statusLine(run, { storage: code === 'unavailable' ? { code, detail: '' } : { code } });
    expect([words.tDynamic(line.key, line.params), line.action]).toEqual([text, action]);
  });

  test('R12.4 a pause because of an error in the program does not blame the storage', () => {
    const run = task('paused', { pause: { code: 'storage', detail: 'x is not a function', program: true } });
    expect(said(run)).toEqual(['Paused: an error in Cairn itself stopped the work. Continue tries again', 'continue']);
  });

  test('R3.6 a plan in review waits for approval', () => {
    expect(said(task('reviewing'))).toEqual(['Needs you: approve the plan (7 steps)', 'approve']);
  });

  test('R7.3 a mended plan says so, and Approve is its main button', () => {
    expect(said(task('reviewing', { review: true }))).toEqual([
      'Needs you: look over a mended plan (7 steps)',
      'approve',
    ]);
  });

  test('R3.9 a change of the person’s own steps needs their word', () => {
    const proposal = { steps: [], at_stake: ['step_3'], closing: null };
    expect(said(task('waiting', { proposal }))).toEqual([
      'Needs you: the model wants to change steps that are yours',
      'consent',
    ]);
    expect(said(task('waiting', { proposal: { ...proposal, closing: 'All done.' } }))).toEqual([
      'Needs you: the model wants to finish without steps that are yours',
      'consent',
    ]);
  });

  test('each phase has its own words, with every value filled in', () => {
    for (const phase of Phase.options) expect(said(task(phase))[0]).not.toMatch(/\{|plan\./);
    expect(said(null)).toEqual(['Ready for a goal', null]);
  });
});

test('R6.2 the pause before the model is asked again is counted down, of the step that pauses alone', () => {
  const now = Date.parse('2026-01-01T00:00:06.000Z');
  const entry = (step_id: string | null, body: object) => ({
    seq: 1,
    session_id: 's',
    task_id: 't',
    step_id,
    at,
    body,
  });
  const until = '2026-01-01T00:00:20.000Z';
  const error = { code: 'rate_limit', detail: '', status: 429, retry_after_ms: 20_000 };
  const refused = entry('a', { type: 'model_error', purpose: 'thought', error, retry_at: until });
  const reply = { text: '', calls: [], finish: 'stop', usage: null };
  const answered = entry('a', { type: 'model_reply', purpose: 'thought', reply });
  expect(nextRetryOf([refused] as JournalEntry[], 'a')).toEqual({ what: 'rate', at: until });
  expect(nextRetryOf([refused] as JournalEntry[], 'b')).toBeNull();
  expect(nextRetryOf([refused, answered] as JournalEntry[])).toBeNull();
  const stopped = { ...error, code: 'aborted', status: null, retry_after_ms: null };
  const counted = entry('a', { type: 'model_error', purpose: 'thought', error: stopped, retry_at: '' });
  expect(nextRetryOf([answered, counted] as JournalEntry[])).toBeNull();
  expect(retryText(until, now, words)).toBe('Trying again in 14 s');
  expect(retryText(until, Date.parse(until), words)).toBeNull();
});

test('R6.2 the pause before a call is made again is counted down as long as it is made again', () => {
  const until = '2026-01-01T00:01:00.000Z';
  const entry = (body: object) => ({ seq: 1, session_id: 's', task_id: 't', step_id: 'a', at, body });
  const failed = (retry_after_ms: number, call = 'c1') => {
    const result = toolError('rate_limit', 'Too often.', { retry_after_ms });
    return entry({ type: 'tool_result', call, tool: 'fetch', input: {}, result, retry_at: until });
  };
  const retry = (...entries: object[]) => nextRetryOf(entries as JournalEntry[], 'a');
  const next = { what: 'call', at: until };
  expect(retry(failed(60_000))).toEqual(next);
  expect(retry(failed(3_600_000))).toBeNull();
  expect(retry(failed(60_000), entry({ type: 'tool_call', call: 'c1', tool: 'fetch', input: {} }))).toBeNull();
  expect(retry(...Array.from({ length: 3 }, () => failed(60_000)))).toEqual(next);
  expect(retry(...Array.from({ length: 4 }, () => failed(60_000)))).toBeNull();
  expect(retry(failed(60_000, 'c0'), ...Array.from({ length: 3 }, () => failed(60_000)))).toEqual(next);
  expect(retry(failed(60_000), entry({ type: 'plan_step_start' }), failed(60_000))).toEqual(next);
  expect(statusLine(task('executing'), { retrying: 'call' })).toMatchObject({ key: 'plan.status.retrying_call' });
});

test('R2.2 several steps at work are all named', () => {
  const run = task('executing');
  const steps = run.plan.steps.map((step, at) => ({ ...step, status: at < 3 ? ('running' as const) : step.status }));
  expect(said({ ...run, plan: { ...run.plan, steps } })[0]).toBe('Working on steps 1, 2, 3 of 7');
});

test('R12.4 a task at work that could not be opened because the storage is full says so', () => {
  const run = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at), 'executing', at);
  const line = (storage: { code: 'full' } | null) => statusLine(run, { lease: 'failed', storage });
  expect([line({ code: 'full' }).key, line(null).key]).toEqual(['plan.status.storage', 'plan.status.not_opened']);
});
