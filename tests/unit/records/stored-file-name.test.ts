import { expect, test } from 'vitest';
import { storedFileName, textWithFileName } from '../../../src/records/stored-file-name.ts';
import { newSessionFile, type NewFile } from '../../../src/records/session-file.ts';

const file = (name: string, content: string, source: string | null = null): NewFile => ({
  ...{ name, content, mime: 'text/plain', kind: 'artifact' as const, source },
});
const stored = (name: string, content: string, source: string | null = null) =>
  newSessionFile(file(name, content, source), {
    id: `${name}/${content}`,
    session: 's',
    at: '2026-01-14T09:00:00.000Z',
  });

test('R9.3 a name never stands for two contents, and the same content keeps its name', () => {
  const files = [stored('a.json', '1'), stored('A-2.json', '2')];
  expect(storedFileName(file('a.json', '1'), files)).toBe('a.json');
  expect(storedFileName(file('a.json', '3'), files)).toBe('a-3.json');
  expect(storedFileName(file('a.json', '2'), files)).toBe('a-2.json');
  expect(storedFileName(file('Dockerfile', '3'), [stored('Dockerfile', '1')])).toBe('Dockerfile-2');
});

test('R9.3 what the same address gives later keeps the plain name, and another address or a server does not get it', () => {
  const [address, other] = ['https://a.example/x?key=1', 'https://a.example/x?key=2'];
  const files = [stored('a.json', '1', address), stored('b.txt', '1', 'Shop')];
  expect(storedFileName(file('a.json', '2', address), files)).toBe('a.json');
  expect(storedFileName(file('a.json', '2', other), files)).toBe('a-2.json');
  expect(storedFileName(file('a.json', '3', other), [...files, stored('a-2.json', '2', other)])).toBe('a-2.json');
  expect(storedFileName(file('b.txt', '2', 'Shop'), files)).toBe('b-2.txt');
});

test('R9.3 the result names the file by the name that it got, and no word of the content changes', () => {
  const text =
    'Kept as: a.b.json\n\nsee “a.b.json” and a.b.json\n\n[Shown: the first 9 of 20 characters. To read on: read_artifact with file "a.b.json" and from 9, or with search.]';
  expect(textWithFileName(text, 'a.b.json', 'a.b-2.json')).toBe(
    text.replace('as: a.b', 'as: a.b-2').replace('"a.b.json', '"a.b-2.json'),
  );
});
