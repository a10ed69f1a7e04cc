import { expect, test } from 'vitest';
import type { Todo } from '../../../src/records/todo.ts';
import { answerText, plainMarkdown } from '../../../src/ui/conversation/answer-text.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const now = new Date('2026-02-02T08:00:00Z');
const todo: Todo = {
  id: 't',
  title: 'Buy *bread*',
  notes: '',
  due: '2026-02-03',
  priority: 'normal',
  tags: [],
  done: false,
  position: 1,
  session_id: null,
  created_at: '',
  updated_at: '',
  deleted_at: null,
};

test('R10.1 a command answers in the language of the page, with dates written out', async () => {
  const words = new Translator();
  await words.loadAll();
  const answer = {
    kind: 'sentence',
    code: 'todo_added_due',
    params: { title: 'Buy bread', due: '2026-02-03' },
  } as const;
  expect(answerText(answer, words, now)).toBe('Added the to-do “Buy bread”, due Tue 3 Feb.');
  await words.setLanguage('zh');
  expect(answerText(answer, words, now)).toContain('2月3日');
});

test('R10.1 a list of to-dos shows what was typed, not what Markdown makes of it', async () => {
  const words = new Translator();
  await words.loadAll();
  expect(answerText({ kind: 'todos', todos: [todo] }, words, now)).toBe(
    '**Open to-dos**\n\n- [ ] Buy \\*bread\\* · Tue 3 Feb',
  );
});

test('R13.2 text with signs of Markdown is shown unchanged', () => {
  expect(plainMarkdown('# [a](b) <i> 1. x')).toBe('\\# \\[a\\](b) \\<i\\> 1. x');
  expect(plainMarkdown('- one\n2) two')).toBe('\\- one\n\\2) two');
});
