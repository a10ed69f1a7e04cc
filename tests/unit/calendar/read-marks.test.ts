import { expect, test } from 'vitest';
import { parsePriorityAndTags } from '../../../src/calendar/words/parse-typed-todo.ts';
import { runTodoCommand } from '../../../src/commands/todo-command.ts';
import type { Todo } from '../../../src/records/todo.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';

test.each([
  ['buy milk !high #shopping', 'buy milk', 'high', ['shopping']],
  ['#home #home !low paint the door', 'paint the door', 'low', ['home']],
  ['买牛奶 ！高 ＃购物', '买牛奶', 'high', ['购物']],
  ['call !HIGH mum', 'call mum', 'high', []],
  ['pay !1 now', 'pay now', 'high', []],
  ['fix #123 in C# !', 'fix #123 in C# !', null, []],
  ['really!high stakes', 'really!high stakes', null, []],
  ['#shopping', '#shopping', null, []],
  ['!important thing', '!important thing', null, []],
])('R10.1 “%s” is “%s” with its priority and tags', (text, rest, priority, tags) => {
  expect(parsePriorityAndTags(text)).toEqual({ rest, priority, tags });
});

test('R10.1 a typed to-do may have a time, a priority and tags in any order', async () => {
  const saved: Todo[] = [];
  const todos = {
    list: () => ({ subscribe: (next: (all: Todo[]) => void) => (queueMicrotask(() => next([])), () => undefined) }),
    save: async (todo: Todo) => void saved.push(todo),
    saveAll: async (all: readonly Todo[]) => void saved.push(...all),
    get: async () => undefined,
  };
  const ports = { todos, clock: new FakeClock('2026-01-14T09:00:00.000Z', 1, 'Europe/Berlin'), sessionId: null };
  await runTodoCommand('buy milk tomorrow 5pm !high #shopping', ports);
  await runTodoCommand('!低 #家 明天下午三点 交房租', ports);
  expect(saved).toMatchObject([
    { title: 'buy milk', due: '2026-01-15T16:00:00.000Z', priority: 'high', tags: ['shopping'] },
    { title: '交房租', due: '2026-01-15T14:00:00.000Z', priority: 'low', tags: ['家'] },
  ]);
});
