import { expect, test } from 'vitest';
import { commandList } from '../../../src/commands/command-list.ts';
import { languages, type Language } from '../../../src/i18n/languages.ts';
import { allMessages } from './all-messages.ts';

const codes = Object.keys(languages) as Language[];
const others = codes.filter((code) => code !== 'en');
const en: Readonly<Record<string, string>> = allMessages.en;
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

const sources = Object.values(
  import.meta.glob<string>(['../../../src/**/*.{ts,svelte}', '!../../../src/i18n/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('\n');

test.each(others)('R14.5 each message stands in English and in %s', (code) => {
  expect(Object.keys(allMessages[code]).sort()).toEqual(Object.keys(en).sort());
});

test.each(codes)('R14.5 no message is empty in %s', (code) => {
  expect(Object.entries(allMessages[code]).filter(([, text]) => !text.trim())).toEqual([]);
});

test.each(others)('R14.5 a message asks for the same values in English and in %s', (code) => {
  const distinct = (text: string) => [...new Set(placeholders(text))];
  const texts: Readonly<Record<string, string>> = allMessages[code];
  const different = Object.keys(en).filter((key) => String(distinct(en[key]!)) !== String(distinct(texts[key]!)));
  expect(different).toEqual([]);
});

test('R14.5 Chinese texts name commands by their Chinese names', () => {
  const english = new RegExp(`(?<![\\w/])/(?:${commandList.map(({ name }) => name).join('|')})\\b`);
  expect(Object.entries(allMessages.zh).filter(([, text]) => english.test(text))).toEqual([]);
});

const files = import.meta.glob<Record<string, Record<string, string>>>('../../../src/i18n/*/*.ts', { eager: true });

test.each(codes)('sections of %s do not overwrite each other, and each is loaded', (code) => {
  const sections = Object.keys(files).filter((path) => path.includes(`/${code}/`) && !path.endsWith(`/${code}.ts`));
  const keys = sections.flatMap((path) => Object.values(files[path]!).flatMap((section) => Object.keys(section)));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  expect(keys.sort()).toEqual(Object.keys(allMessages[code]).sort());
});

test('a folder of messages is a language of the list, and none has more than 20 files', () => {
  const folders = Object.keys(files).map((path) => path.split('/').at(-2)!);
  expect([...new Set(folders)].sort()).toEqual([...codes].sort());
  for (const code of codes) expect(folders.filter((folder) => folder === code).length).toBeLessThanOrEqual(20);
});

test('R14.5 no Chinese message has a Latin mark between two of its words', () => {
  const mixed = /\p{Script=Han}\s*[,;:?]\s|[,;:?]\s*\p{Script=Han}|\{\w+\}[,;:] |“\S+”, /u;
  expect(Object.entries(allMessages.zh).filter(([, text]) => mixed.test(text))).toEqual([]);
});

test('R14.5 nothing that people see is joined with a Latin comma or semicolon', () => {
  const ui = import.meta.glob<string>('../../../src/ui/**/*.{ts,svelte}', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const joins = /(?<!marks)\.join\('[,;] '\)|\{\/if\}[,;] |\{#if [^}]*\}[,;] /;
  const joining = Object.entries(ui).filter(([path, text]) => !path.endsWith('join-items.ts') && joins.test(text));
  expect(joining.map(([path]) => path)).toEqual([]);
});

test('no message is left over', () => {
  const composed = [...sources.matchAll(/`((?:[\w.]|\$\{[^{}`]*\})+)`/g)]
    .map(([, template]) => template!.split(/\$\{[^}]*\}/))
    .filter((parts) => parts.length > 1 && parts[0]!.includes('.'))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.]+')}$`));
  const unused = Object.keys(en).filter(
    (key) => !sources.includes(`'${key}'`) && !composed.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});
