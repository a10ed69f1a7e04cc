import { expect, test } from 'vitest';
import { memoryTool } from '../../../src/tools/memory.ts';
import { scheduleTool } from '../../../src/tools/schedule/schedule.ts';
import { todoTool } from '../../../src/tools/todo.ts';
import { LocalSession } from './local-session.ts';

test.each([
  ['todo', { action: 'complete', title: 'X' }, { failure: 'missing_todo', name: 'X' }],
  ['todo', { action: 'complete', id: 'todo_0123456789' }, { failure: 'missing_todo', name: '' }],
  ['schedule', { action: 'delete', title: 'X' }, { failure: 'missing_entry', name: 'X' }],
  ['memory', { action: 'forget', title: 'X' }, { failure: 'missing_note', name: 'X' }],
])('R8.6 a call of %s with %j that finds no row names it for the person', async (tool, input, cause) => {
  const session = new LocalSession([todoTool, scheduleTool, memoryTool]);
  expect((await session.call(tool, input)).cause).toEqual(cause);
});
