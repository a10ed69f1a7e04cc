import { expect, test } from 'vitest';
import { ShareInbox } from '../../../src/browser/pwa/share-inbox.ts';
import { MemoryCaches } from '../../fakes/memory-caches.ts';

const inbox = (caches = new MemoryCaches()) =>
  new ShareInbox(caches as unknown as CacheStorage, 'https://example.org/');

function form(fields: Record<string, string | File>): FormData {
  const filled = new FormData();
  for (const [name, value] of Object.entries(fields)) filled.append(name, value);
  return filled;
}

test('R13.4 what was shared is taken once, words and files as they were', async () => {
  const there = inbox();
  const file = new File(['[1]'], '计划 1.json', { type: 'application/json' });
  await there.put(form({ title: 'A lake', text: 'A lake', url: 'https://lake.example/', files: file }));
  const taken = await there.take();
  expect(taken?.text).toBe('A lake\nhttps://lake.example/');
  expect(taken?.files.map(({ name, type }) => [name, type])).toEqual([['计划 1.json', 'application/json']]);
  expect(await taken?.files[0]?.text()).toBe('[1]');
  expect(await there.take()).toBeNull();
});

test('R13.4 a newer thing takes the place of one that nobody has taken', async () => {
  const there = inbox();
  await there.put(form({ text: 'old', files: new File(['x'], 'old.txt') }));
  await there.put(form({ text: 'new' }));
  expect(await there.take()).toEqual({ text: 'new', files: [], left: 0 });
});

test('R13.4 fields that the manifest does not name are left out, and endless words are cut', async () => {
  const there = inbox();
  await there.put(form({ goal: 'Start at once', text: 'x'.repeat(100_000) }));
  expect((await there.take())?.text).toBe('x'.repeat(50_000));
});

test('R13.4 more than twenty megabytes or files are not kept, and how many were left is known', async () => {
  const there = inbox();
  const sent = form({ text: 'see' });
  for (const [name, size] of [
    ['a.txt', 12_000_000],
    ['b.txt', 12_000_000],
    ['c.txt', 7_000_000],
  ] as const)
    sent.append('files', new File([new Uint8Array(size)], name));
  await there.put(sent);
  const taken = await there.take();
  expect(taken?.files.map(({ name }) => name)).toEqual(['a.txt', 'c.txt']);
  expect(taken?.left).toBe(1);
  for (let nth = 0; nth < 25; nth += 1) sent.append('files', new File(['x'], `${nth}.txt`));
  sent.delete('text');
  await there.put(sent);
  expect(await there.take()).toMatchObject({ text: '', files: { length: 19 }, left: 9 });
});
