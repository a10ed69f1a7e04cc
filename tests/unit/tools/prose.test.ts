import { expect, test } from 'vitest';
import { jointOfProse, proseLength } from '../../../src/tools/files/prose.ts';
import { filesTool } from '../../../src/tools/files/files.ts';
import { LocalSession } from './local-session.ts';

const long =
  'The boat lay at the quay in Bremen, and nobody in the house could say for certain who had tied it up there';
const longChinese = '小船停在码头边，屋里没有一个人能说清楚，究竟是谁在昨天夜里把它系在那里的，连那位老';

test.each([
  ['a word that was cut', `# One\n\n${long} from the o`, 'ne who came', ''],
  ['a sentence that was cut', `${long} and`, ' then it was gone.', ''],
  ['a space at the end', 'He was ', 'gone.', ''],
  ['a comma that follows', long, ', as ever.', ''],
  ['a Chinese sentence that was cut', longChinese, '船夫也说不清楚。', ''],
  ['a paragraph', `${long}.`, 'Then it was gone.', '\n\n'],
  ['a paragraph in quotes', `“${long}.”`, 'Then it was gone.', '\n\n'],
  ['a Chinese paragraph', `${longChinese}人也不知道。`, '第二天，船不见了。', '\n\n'],
  ['a paragraph with a line break', `# One\n\n${long}.\n`, 'Then it was gone.', '\n'],
  ['a blank line that is there', `${long}.\n\n`, 'Then it was gone.', ''],
  ['a blank line that is given', `${long}.`, '\n\nThen it was gone.', ''],
  ['a heading that follows', long, '## Two', '\n\n'],
  ['a heading before', '# One', 'It was gone.', '\n\n'],
  ['a list', '- Milk', '- Bread', '\n'],
  ['a numbered list', `1. ${long}.`, '2. Bread', '\n'],
  ['a list, then words', '- Milk.', 'That is all.', '\n\n'],
  ['a table', '| a | b |\n| --- | --- |\n| 1 | 2 |', '| 3 | 4 |', '\n'],
  ['short lines', 'milk', 'eggs', '\n'],
  ['short Chinese lines', '牛奶', '鸡蛋', '\n'],
  ['lines of a log', 'Called Tom.\nCalled Mia.', 'Called Ann.', '\n'],
  ['a long line of a log', long, '2026-01-02 It was gone', '\n'],
  ['verse', 'Shall I compare thee to a summer’s day', 'Thou art more lovely', '\n'],
  ['an open block of code', `${long}.\n\n\`\`\`js\nlet a = 1.`, 'b = 2', '\n'],
])('R9.7 between prose and what is added to it: %s', (_, before, more, joint) => {
  expect(jointOfProse(before, more)).toBe(joint);
});

test('R9.7 an append to prose says where it goes on; one to a table or to code begins a line', async () => {
  const session = new LocalSession([filesTool]);
  const call = (action: string, name: string, content: string) => session.call('files', { action, name, content });
  await call('write', 'story.docx', `${long}, ${long} from the o`);
  const { text } = await call('append', 'story.docx', 'ne who came.');
  expect(text).toMatch(
    /^Added to “story\.docx” \(now .*\)\. What was there ends “…[^”]{68} o”; nothing was put between\.$/,
  );
  await call('write', 'a.csv', `a,b\n${long.replace(',', '')},1`);
  await call('append', 'a.csv', 'c,2\n');
  await call('write', 'a.js', 'f()');
  await call('append', 'a.js', 'g()');
  const content = (name: string) =>
    [...session.storage.tables.files.values()].find((file) => file.name === name)?.content;
  expect(content('story.docx')).toBe(`${long}, ${long} from the one who came.`);
  expect(content('a.csv')).toMatch(/,1\nc,2\n$/);
  expect(content('a.js')).toBe('f()\ng()');
});

test('R9.7 what is written as prose is counted in words, or in Chinese characters', async () => {
  expect(proseLength('word '.repeat(4950))).toBe('4,950 words');
  expect(proseLength('茶很好。'.repeat(1000))).toBe('3,000 characters');
  expect(proseLength('It’s short.')).toBeNull();
  const session = new LocalSession([filesTool]);
  const result = await session.call('files', { action: 'write', name: 'a.md', content: 'word '.repeat(700) });
  expect(result.text).toBe('Wrote the new file “a.md” (3.5 KB, 1 line). It has 700 words.');
});
