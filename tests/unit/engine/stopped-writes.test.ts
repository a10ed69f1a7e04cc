import { expect, test } from 'vitest';
import { ConversationBuilder } from '../../../src/ui/conversation/conversation-lines.ts';
import { usual } from './usual.ts';
import { results, stepOf, World } from './world.ts';

test('R8.6 a stopped task says what it has written, the writes of a step that it held too, before and after a reload', async () => {
  const world = new World(
    usual(['Do one', 'Do two'], {
      thought: (request) =>
        stepOf(request) === 2 && results(request).length > 0 ? new Promise<never>(() => undefined) : undefined,
    }),
  );
  const written = () => {
    const line = new ConversationBuilder().lines(world.storage.journal('s1')).at(-1);
    return line?.kind === 'progress' && line.item.kind === 'ended' ? line.item.written : null;
  };
  world.submit('Do it all');
  await world.until(() => world.todos().length === 2);
  world.reload();
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.stop' });
  await world.runner.settled();
  expect(written()).toEqual([{ store: 'todos', change: 'put', n: 2 }]);
  world.reload();
  expect(written()).toEqual([{ store: 'todos', change: 'put', n: 2 }]);
});
