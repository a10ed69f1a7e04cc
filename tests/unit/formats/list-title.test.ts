import { expect, test } from 'vitest';
import { readTaskLists } from '../../../src/formats/task-lists/read-task-lists.ts';

const titleOf = (line: string) => readTaskLists(`${line}\n- 联系搬家公司\n- 打包厨房`).lists.map(({ title }) => title);

test.each([
  ['搬家清单：', '搬家清单'],
  ['搬家清单', '搬家清单'],
  ['Moving house:', 'Moving house'],
])('R2.5 the line “%s” above a pasted list is its title, without the colon', (line, title) => {
  expect(titleOf(line)).toEqual([title]);
});

test.each(['好的，计划如下：', '以下是步骤：', '步骤：', 'To-do:', 'Steps:', 'Bo wrote:', 'The steps are as follows:'])(
  'R2.5 the line “%s” above a pasted list only introduces it',
  (line) => {
    expect(titleOf(line)).toEqual([null]);
  },
);

test('R2.5 lines with a colon over several lists are their parts, not the title', () => {
  const { lists } = readTaskLists('厨房：\n- 打包碗\n客厅：\n- 打包书');
  expect(lists.map(({ title, tasks }) => [title, ...tasks.map(({ text }) => text)])).toEqual([[null, '厨房', '客厅']]);
});
