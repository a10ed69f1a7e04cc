import { afterEach, expect, test, vi } from 'vitest';
import { workerFileReader } from '../../../src/browser/files/worker-file-reader.ts';
import { FakeWorker } from '../../fakes/fake-worker.ts';

afterEach(() => {
  vi.useRealTimers();
});

function begin(signal = new AbortController().signal) {
  vi.useFakeTimers();
  const worker = new FakeWorker();
  const read = workerFileReader<string, unknown>(() => worker as unknown as Worker);
  return { worker, reading: read('wish', { signal }) };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

test('R13.4 what is read is put together as it comes, and the worker is ended', async () => {
  const { worker, reading } = begin();
  worker.say({ kind: 'alive' });
  worker.say({ kind: 'pieces', pieces: [{ at: [], entries: [['', { plan: [] }]] }] });
  worker.say({ kind: 'pieces', pieces: [{ at: ['', 'plan'], entries: [[0, 'a']] }] });
  expect(worker.ended).toBe(false);
  worker.say({ kind: 'end' });
  expect(await reading).toEqual({ kind: 'read', value: { plan: ['a'] } });
  expect(worker.asked).toEqual(['wish']);
  expect(worker.ended).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('R13.4 a worker that falls silent is ended; each sign of life gives it time', async () => {
  const { worker, reading } = begin();
  await seconds(10);
  worker.say({ kind: 'alive' });
  await seconds(4);
  worker.say({ kind: 'alive' });
  await seconds(4);
  expect(worker.ended).toBe(false);
  await seconds(1);
  expect(await reading).toEqual({ kind: 'timeout' });
  expect(worker.ended).toBe(true);
});

test('R13.4 a worker that goes on and on is ended', async () => {
  const { worker, reading } = begin();
  for (let second = 0; second < 20; second += 1) {
    worker.say({ kind: 'alive' });
    await seconds(1);
  }
  expect(await reading).toEqual({ kind: 'timeout' });
  expect(worker.ended).toBe(true);
});

test('R13.4 a worker that never begins, cannot be started or cannot be told, is told apart from one that breaks down', async () => {
  const silent = begin();
  await seconds(20);
  expect(await silent.reading).toEqual({ kind: 'unavailable' });
  const missing = begin();
  missing.worker.dispatchEvent(new Event('error'));
  expect(await missing.reading).toEqual({ kind: 'unavailable' });
  const options = { signal: new AbortController().signal };
  const none = workerFileReader<string, unknown>(() => {
    throw new Error('no workers here');
  });
  expect(await none('wish', options)).toEqual({ kind: 'unavailable' });

  const broken = begin();
  broken.worker.say({ kind: 'alive' });
  broken.worker.dispatchEvent(new Event('error'));
  expect(await broken.reading).toEqual({ kind: 'crashed' });
  const garbled = begin();
  garbled.worker.dispatchEvent(new Event('messageerror'));
  expect(await garbled.reading).toEqual({ kind: 'crashed' });
});

test('R13.4 an abort ends it at once, before it has begun and after', async () => {
  const stop = new AbortController();
  const { worker, reading } = begin(stop.signal);
  worker.say({ kind: 'alive' });
  stop.abort();
  expect(await reading).toEqual({ kind: 'aborted' });
  expect(worker.ended).toBe(true);
  const { worker: unused, reading: none } = begin(stop.signal);
  expect(await none).toEqual({ kind: 'aborted' });
  expect(unused.asked).toEqual([]);
});
