import { expect, test } from 'vitest';
import type { SessionFile } from '../../../src/records/session-file.ts';
import type { ModelError } from '../../../src/task/model-reply.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { smallJpeg } from '../../fixtures/images/small-jpeg.ts';
import { calls, prose, results, textOf, World } from './world.ts';

const at = '2026-01-01T10:00:00.000Z';
const image = (id: string, name: string): SessionFile => ({
  ...{ id, session_id: 's1', name, mime: 'image/jpeg', size: 70, content: smallJpeg(), kind: 'file' },
  ...{ source: null, added: true, created_at: at, deleted_at: null },
});

async function having(world: World, ...files: SessionFile[]): Promise<World> {
  await world.journal.transact(async ({ stores }) => {
    for (const file of files) await stores.files.put(file);
  });
  return world;
}

/** The names of the images in each request, in order. */
const shown = (requests: readonly ModelRequest[]) =>
  requests.map(({ messages }) =>
    messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []).map(({ name }) => name) : [])),
  );

test('R11.5 the images of a goal go with the first request, and again with the next message; the text names them', async () => {
  const world = await having(new World(() => prose('A list of four things.')), image('f1', 'list.jpg'));
  void world.runner.note({ type: 'message', kind: 'goal', text: 'What is on it?', images: ['f1'] });
  world.submit('What is on it?', ['f1']);
  await world.untilPhase('answered');
  void world.runner.note({ type: 'message', kind: 'goal', text: 'And the second line?' });
  world.submit('And the second line?');
  await world.until(({ id, phase }) => id === 't2' && phase === 'answered');
  expect(shown(world.model.requests)).toEqual([['list.jpg'], ['list.jpg']]);
  expect(world.model.requests[0]?.messages.at(-1)?.text).toContain('“list.jpg”');
});

test('R11.5 a step is shown the images that it names, and no other', async () => {
  const world = await having(
    new World(
      (request) => {
        if (request.purpose === 'intake')
          return calls([
            'create_plan',
            { plan: ['Read the list in list.jpg', 'Say good-bye', 'Compare list.jpg with shelf.jpg'] },
          ]);
        if (request.purpose === 'replan') return calls(['finish_task', { response: 'Done.' }]);
        return calls(['finish_step', { response: 'Read.' }]);
      },
      { thoroughness: 'economy' },
    ),
    image('f1', 'list.jpg'),
    image('f2', 'shelf.jpg'),
  );
  world.submit('Sort this out');
  await world.untilPhase('completed');
  const thoughts = world.model.requests.filter(({ purpose }) => purpose === 'thought');
  expect(shown(thoughts)).toEqual([['list.jpg'], [], ['shelf.jpg', 'list.jpg']]);
});

test('R11.5 a step that is the goal itself is shown what came with the goal, after a reload, too', async () => {
  const world = await having(
    new World((request) => {
      if (request.purpose === 'replan') return calls(['finish_task', { response: 'Done.' }]);
      return request.purpose === 'intake'
        ? calls(['todo', { action: 'add', title: 'Milk' }])
        : calls(['finish_step', { response: 'Noted.' }]);
    }),
    image('f1', 'list.jpg'),
  );
  world.submit('Note what is on it', ['f1']);
  await world.untilPhase('completed');
  const thoughts = world.model.requests.filter(({ purpose }) => purpose === 'thought');
  expect(shown(thoughts)).toEqual(thoughts.map(() => ['list.jpg']));
  expect(world.storage.run('s1')?.images).toEqual(['f1']);
});

test('R9.13 what a step looks at is shown to its next thoughts', async () => {
  const world = await having(
    new World(
      (request) => {
        if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Read the shelf', 'Say good-bye'] }]);
        if (request.purpose === 'replan') return calls(['finish_task', { response: 'Done.' }]);
        const isLooking =
          JSON.stringify(request.messages).includes('Read the shelf') && shown([request])[0]?.length === 0;
        return isLooking && /Step 1\/2/.test(JSON.stringify(request.messages.slice(0, 2)))
          ? calls(['look', { file: 'shelf.jpg' }])
          : calls(['finish_step', { response: 'Seen.' }]);
      },
      { thoroughness: 'economy' },
    ),
    image('f2', 'shelf.jpg'),
  );
  world.submit('What is on the shelf?');
  await world.untilPhase('completed');
  const thoughts = world.model.requests.filter(({ purpose }) => purpose === 'thought');
  expect(shown(thoughts)).toEqual([[], ['shelf.jpg'], []]);
});

const pending = (run: World['run']) => run.approvals.find(({ decision }) => decision === null)?.access.about?.what;

test('R13.3 a message with an image is text from outside: what is there is not changed unasked, new rows are added', async () => {
  const world = await having(
    new World((request) => {
      if (request.purpose === 'replan') return calls(['finish_task', { response: 'Done.' }]);
      if (request.purpose === 'intake')
        return calls(['todo', { action: 'add', title: 'Milk' }], ['todo', { action: 'complete', title: 'Pay rent' }]);
      return calls(['finish_step', { response: 'Noted.' }]);
    }),
    image('f1', 'list.jpg'),
  );
  world.storage.tables.todos.set('todo_1', {
    ...{ id: 'todo_1', title: 'Pay rent', notes: '', due: null, priority: 'normal', tags: [], done: false },
    ...{ position: 1, session_id: null, created_at: at, updated_at: at, deleted_at: null },
  });
  world.submit('Note what is on it', ['f1']);
  expect(pending(await world.untilPhase('waiting'))).toBe('todo.complete');
  expect(world.todos()).toEqual(['Pay rent', 'Milk']);
  world.reload();
  expect((await world.untilPhase('waiting', 'paused')).tainted).toBe(true);
});

test('a message without an image, and one whose image no model was shown, are not', async () => {
  for (const sees of [true, false]) {
    const world = await having(new World(() => prose('Nothing.')), image('f1', 'list.jpg'));
    world.sees = sees;
    world.submit('What is on it?', sees ? [] : ['f1']);
    expect((await world.untilPhase('answered')).tainted).toBe(false);
  }
});

test('R9.13 a model that takes no images is not told that it sees one, and a step that rests on that is to check', async () => {
  const world = new World(
    (request) => {
      if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Sum the shelf up', 'Say good-bye'] }]);
      if (request.purpose === 'replan') return calls(['finish_task', { response: 'Done.' }]);
      const isFirst = /Step 1\/2/.test(textOf(request)) && results(request).length === 0;
      return calls(isFirst ? ['look', { file: 'shelf.jpg' }] : ['finish_step', { response: 'It costs 15.10.' }]);
    },
    { thoroughness: 'economy' },
  );
  world.sees = false;
  await having(world, image('f2', 'shelf.jpg'));
  world.submit('What is on the shelf?');
  await world.untilPhase('completed');
  expect(world.model.requests.map(textOf).join()).toContain('You were not shown it');
  expect(world.run.plan.steps[0]).toMatchObject({
    reason: { code: 'said_failed', params: { failure: 'image_unseen', name: 'shelf.jpg' } },
  });
});

const refusal = (code: 'no_images' | 'images_refused'): ModelError => ({
  ...{ code, detail: 'not these', status: 400, retry_after_ms: null },
});
const hasImages = ({ messages }: ModelRequest) => messages.some((each) => each.role === 'user' && each.images?.length);

test('R11.5 a model without eyes gets the text alone; the person is told once, and it is remembered', async () => {
  const world = await having(
    new World((request) => (hasImages(request) ? refusal('no_images') : prose('I cannot see it.'))),
    image('f1', 'list.jpg'),
  );
  world.submit('What is on it?', ['f1']);
  await world.untilPhase('answered');
  world.submit('And on this?', ['f1']);
  await world.until(({ id, phase }) => id === 't2' && phase === 'answered');
  expect(shown(world.model.requests)).toEqual([['list.jpg'], [], []]);
  expect(world.model.requests[1]?.messages.at(-1)?.text).toContain('You cannot be shown images');
  expect(world.lines('notice').map(({ code }) => code)).toEqual(['no_images']);
  expect(world.sees).toBe(false);
});

test('R11.5 images that are refused for their number or size are left out this once', async () => {
  const world = await having(
    new World((request) => (hasImages(request) ? refusal('images_refused') : prose('I go by the text.'))),
    image('f1', 'list.jpg'),
  );
  world.submit('What is on it?', ['f1']);
  await world.untilPhase('answered');
  expect(world.lines('notice').map(({ code }) => code)).toEqual(['images_refused']);
  expect(world.sees).toBe(true);
});
