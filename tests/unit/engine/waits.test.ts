import { expect, test } from 'vitest';
import type { ModelWait } from '../../../src/task/model-reply.ts';
import type { LanguageModel } from '../../../src/ports/language-model.ts';
import { usual } from './usual.ts';
import { prose, stepOf, World } from './world.ts';

type Options = Parameters<LanguageModel['reply']>[1];

/** A world whose model is at the test's hands once it is asked. */
function held(): { world: World; asked: Promise<Options>; answer: () => void } {
  const world = new World(() => prose('Hello'));
  let ask: (options: Options) => void = () => undefined;
  let answer: () => void = () => undefined;
  const asked = new Promise<Options>((resolve) => (ask = resolve));
  const answered = new Promise<void>((resolve) => (answer = resolve));
  world.model.reply = async (_, options) => {
    ask(options);
    await answered;
    return { ok: true, reply: prose('Hello') };
  };
  return { world, asked, answer };
}

const start = '2026-01-01T10:00:00.000Z';

test('R11.3 the wait for a model is shown with its limit, begins anew with each payload, and ends with the reply', async () => {
  const { world, asked, answer } = held();
  const waits = (): Readonly<Record<string, ModelWait>> => world.runner.current().waits;
  world.submit('Say hello');
  const { onWait } = await asked;
  expect(waits()).toEqual({ intake: { since: start, said: false, limit_ms: null } });
  onWait?.({ said: false, limit_ms: 600_000 });
  expect(waits().intake).toEqual({ since: start, said: false, limit_ms: 600_000 });
  world.clock.advance(8000);
  onWait?.({ said: true, limit_ms: 90_000 });
  expect(waits().intake).toEqual({ since: '2026-01-01T10:00:08.000Z', said: true, limit_ms: 90_000 });
  answer();
  await world.untilPhase('answered');
  expect(waits()).toEqual({});
});

test('R11.3 words begin the wait anew, too, and what comes thick and fast is not told of each time', async () => {
  const { world, asked, answer } = held();
  world.submit('Say hello');
  const { onText, onWait } = await asked;
  onWait?.({ said: false, limit_ms: 90_000 });
  onText?.('Hel');
  const said = world.runner.current().waits;
  world.clock.advance(300);
  onText?.('lo');
  expect(world.runner.current().waits).toBe(said);
  world.clock.advance(900);
  onText?.('!');
  expect(world.runner.current().waits.intake).toEqual({
    since: '2026-01-01T10:00:01.200Z',
    said: true,
    limit_ms: 90_000,
  });
  expect(world.runner.current().streams).toEqual({ intake: 'Hello!' });
  answer();
  await world.untilPhase('answered');
});

test('R11.3, R7.1 steps side by side wait each for itself, and a pause ends their waiting', async () => {
  const plan = ['a', 'b'].map((id) => ({ id, description: `Do ${id}`, dependencies: ['c'] }));
  const world = new World(
    usual([{ id: 'c', description: 'First' }, ...plan], {
      thought: (request) => (stepOf(request) > 1 ? new Promise(() => undefined) : undefined),
    }),
  );
  world.submit('Do both');
  await world.until(() => Object.keys(world.runner.current().waits).length === 2);
  void world.runner.send({ type: 'plan.pause' });
  await world.until(() => Object.keys(world.runner.current().waits).length === 0);
});
