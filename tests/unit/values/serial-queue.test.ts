import { expect, test } from 'vitest';
import { SerialQueue } from '../../../src/values/serial-queue.ts';

test('works run one after another, in the order in which they are given', async () => {
  const queue = new SerialQueue();
  const seen: string[] = [];
  const work = (name: string, turns: number) => async () => {
    seen.push(`${name} begins`);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([queue.run(work('first', 5)), queue.run(work('second', 0))])).toEqual(['first', 'second']);
  expect(seen).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('a work that fails fails alone', async () => {
  const queue = new SerialQueue();
  const failing = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('it is settled once all that was given is over, also where it failed', async () => {
  const queue = new SerialQueue();
  let over = 0;
  void queue.run(async () => {
    await Promise.resolve();
    over += 1;
    throw new Error('no');
  });
  void queue.run(async () => void (over += 1));
  await queue.settled();
  expect(over).toBe(2);
});
