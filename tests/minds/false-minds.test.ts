import { expect, test } from 'vitest';
import { falseMinds, type FalseMind } from './false-minds.ts';
import { endOf } from './false-end.ts';

test('there are at least 25 minds that claim, fail half-way or stop, under names of their own', () => {
  expect(new Set(falseMinds.map(({ name }) => name)).size).toBe(falseMinds.length);
  expect(falseMinds.length).toBeGreaterThanOrEqual(25);
});

test.each(falseMinds.map((mind): [string, FalseMind] => [mind.name, mind]))(
  'R6.9, R8.6 no green end over undone work: it %s',
  async (_, mind) => {
    const { tone, todos, wanted } = await endOf(mind, { thoroughness: 'balanced', language: 'zh' });
    expect(new Set(todos).size).toBe(todos.length);
    if (tone === 'done') expect(todos.toSorted()).toEqual(wanted);
  },
);

test('R6.9, R8.6 the honest mind is green, and not asked back', async () => {
  for (const language of ['en', 'zh'] as const) {
    const { tone, todos, wanted, thoughts } = await endOf({ name: 'honest' }, { thoroughness: 'careful', language });
    expect([tone, todos.toSorted(), thoughts]).toEqual(['done', wanted, 6]);
  }
});
