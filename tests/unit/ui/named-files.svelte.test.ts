// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { NamedFiles } from '../../../src/ui/files/named-files.svelte.ts';

const heads = [
  { id: 'f1', kind: 'file', name: 'report.md' },
  { id: 'f2', kind: 'file', name: 'out/chart 1.svg' },
  { id: 'f3', kind: 'artifact', name: 'example.org.md' },
];

function filesOf(session: { id: string } | null) {
  const shown: unknown[] = [];
  const list = () => ({
    subscribe(next: (value: unknown) => void) {
      next(heads);
      return () => undefined;
    },
  });
  const app = {
    session,
    dependencies: { stores: { files: { list } } },
    show: (...place: unknown[]) => shown.push(place),
  };
  return { files: new NamedFiles(app as unknown as App), shown };
}

function found(files: NamedFiles, written: readonly string[]): (string | null)[] {
  let ids: (string | null)[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      ids = written.map((each) => files.find(each));
    });
  });
  flushSync();
  stop();
  return ids;
}

test('R14.2 a text names a file by its name, and as models write links to what they have made', () => {
  const { files, shown } = filesOf({ id: 'session' });
  const names = ['report.md', './report.md', '/report.md', 'sandbox:/mnt/data/report.md', 'out/chart%201.svg'];
  expect(found(files, names)).toEqual(['f1', 'f1', 'f1', 'f1', 'f2']);
  files.open('f1');
  expect(shown).toEqual([['files', 'f1']]);
});

test('R14.2 a file that is named within a sentence is found there, and longer words that hold its name are not', () => {
  const { files } = filesOf({ id: 'session' });
  let parts: ReturnType<NamedFiles['parts']>[] = [];
  const texts = [
    'Saved as report.md, and drawn in out/chart 1.svg.',
    '已保存到report.md。',
    'See my-report.md, a/report.md, report.md.bak and report.mdx.',
    '',
  ];
  const stop = $effect.root(() => {
    $effect(() => {
      parts = texts.map((text) => files.parts(text));
    });
  });
  flushSync();
  stop();
  expect(parts.map((each) => each.map(({ text, file }) => (file ? [text, file] : text)))).toEqual([
    ['Saved as ', ['report.md', 'f1'], ', and drawn in ', ['out/chart 1.svg', 'f2'], '.'],
    ['已保存到', ['report.md', 'f1'], '。'],
    ['See my-report.md, a/report.md, report.md.bak and report.mdx.'],
    [],
  ]);
});

test('R14.2 other words, what a tool has kept, and broken addresses name none', () => {
  const { files } = filesOf({ id: 'session' });
  const others = ['report', 'chart.svg', 'example.org.md', 'https://example.org/report.md', '%zz.md', 'a\nb.md'];
  expect(found(files, others)).toEqual(others.map(() => null));
  expect(found(filesOf(null).files, ['report.md'])).toEqual([null]);
});
