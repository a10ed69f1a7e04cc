import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApprovalRequest } from '../../../src/task/approval.ts';
import { watchCompanionApproval } from '../../../src/ui/conversation/companion-approval.ts';
import { FakeCompanion } from '../../fakes/fake-companion.ts';

const access: ApprovalRequest['access'] = {
  origin: 'https://open.example',
  private_address: false,
  subject: 'https://open.example/a',
  rule: 'site',
};
const approval: ApprovalRequest = { effect: 'e', step_id: 's1', tool: 'fetch', access, decision: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow(companion: FakeCompanion, of = approval) {
  const told: boolean[] = [];
  const stop = watchCompanionApproval(() => Promise.resolve({ companion }), of).subscribe((asks) => told.push(asks));
  return { told, stop, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('N a companion that is found after the question has come is told of then, and looked for no more', async () => {
  const companion = new FakeCompanion();
  const { told, after } = follow(companion);
  await after(5000);
  expect(told.at(-1)).toBe(false);
  companion.is = 'ready';
  await after(2000);
  expect(told.at(-1)).toBe(true);
  const { length } = told;
  await after(60_000);
  expect(told).toHaveLength(length);
});

test('N a companion that was let go on meanwhile is told of, too', async () => {
  const companion = new FakeCompanion();
  companion.is = 'paused';
  const { told, after } = follow(companion);
  await after(0);
  companion.is = 'ready';
  await after(2000);
  expect(told).toEqual([false, true]);
});

test('N a site that the companion may read already is not asked for by it', async () => {
  const companion = new FakeCompanion();
  companion.is = 'ready';
  companion.granted.add('https://open.example');
  const { told, after } = follow(companion);
  await after(10_000);
  expect(told).toEqual([false]);
});

test('N nothing is looked for once the question is gone, or where the companion has no part in it', async () => {
  const companion = new FakeCompanion();
  const { told, stop, after } = follow(companion);
  stop();
  const others = [
    { ...approval, tool: 'search' },
    { ...approval, access: { ...access, rule: 'call' as const } },
    { ...approval, access: { ...access, origin: null } },
    { ...approval, access: { ...access, private_address: true } },
  ].map((other) => follow(companion, other).told);
  companion.is = 'ready';
  await after(10_000);
  expect([told, ...others].flat()).toEqual([]);
});
