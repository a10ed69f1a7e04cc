import { afterEach, expect, test, vi } from 'vitest';
import { WorkerSandbox } from '../../../src/browser/worker-sandbox.ts';
import type { SandboxLimits, SandboxProgram } from '../../../src/ports/sandbox.ts';
import { FakeWorker } from '../../fakes/fake-worker.ts';

const program: SandboxProgram = { code: '1', files: {}, data: 'null' };
const limits: SandboxLimits = { time_ms: 1000, memory_bytes: 1, value_chars: 1, log_chars: 1 };

afterEach(() => {
  vi.useRealTimers();
});

function begin(signal = new AbortController().signal) {
  vi.useFakeTimers();
  const worker = new FakeWorker();
  const running = new WorkerSandbox(() => worker as unknown as Worker).run(program, limits, { signal });
  return { worker, running };
}

test('R9.8 a run hands its program over, gives the answer and ends its worker', async () => {
  const { worker, running } = begin();
  worker.say('ready');
  worker.say({ kind: 'value', json: '1', logs: [] });
  expect(await running).toEqual({ kind: 'value', json: '1', logs: [] });
  expect(worker.asked).toEqual([{ program, limits }]);
  expect(worker.ended).toBe(true);
});

test('R9.8 a program that does not answer in time is ended from outside; the time counts from when it can begin', async () => {
  const { worker, running } = begin();
  await vi.advanceTimersByTimeAsync(5000);
  expect(worker.ended).toBe(false);
  worker.say('ready');
  await vi.advanceTimersByTimeAsync(1400);
  expect(await running).toEqual({ kind: 'timeout', logs: [] });
  expect(worker.ended).toBe(true);
});

test('R9.8 a worker that never begins, or fails, is told apart', async () => {
  const silent = begin();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await silent.running).toEqual({ kind: 'unavailable' });
  const broken = begin();
  broken.worker.dispatchEvent(new Event('error'));
  expect(await broken.running).toEqual({ kind: 'unavailable' });
});

test('R8.1 an abort ends it at once, before it has begun and after', async () => {
  const stop = new AbortController();
  const { worker, running } = begin(stop.signal);
  worker.say('ready');
  stop.abort();
  expect(await running).toEqual({ kind: 'aborted' });
  expect(worker.ended).toBe(true);
  const { worker: unused, running: none } = begin(stop.signal);
  expect(await none).toEqual({ kind: 'aborted' });
  expect(unused.asked).toEqual([]);
});
