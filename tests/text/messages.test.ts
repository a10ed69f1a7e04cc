import { expect, test } from 'vitest';
import { messages } from '../../src/text/messages.ts';

const { en, zh } = messages as Record<'en' | 'zh', Record<string, string>>;
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

const sources = Object.values(
  import.meta.glob<string>(['../../src/**/*.{ts,svelte}', '!../../src/text/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('\n');

test('R14.5 each message stands in both languages', () => {
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  expect(Object.entries({ ...en }).filter(([, text]) => !text.trim())).toEqual([]);
});

test('R14.5 a message asks for the same values in both languages', () => {
  const distinct = (text: string) => [...new Set(placeholders(text))];
  const different = Object.keys(en).filter((key) => String(distinct(en[key]!)) !== String(distinct(zh[key]!)));
  expect(different).toEqual([]);
});

test('sections do not overwrite each other', async () => {
  const files = import.meta.glob<Record<string, { en?: Record<string, string> }>>('../../src/text/*.ts', {
    eager: true,
  });
  const keys = Object.entries(files)
    .filter(([path]) => !path.endsWith('messages.ts'))
    .flatMap(([, module]) => Object.values(module).flatMap((section) => Object.keys(section.en ?? {})));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
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
