import { expect, test } from 'vitest';
import type { Script } from '../../fakes/scripted-model.ts';
import { calls, prose, results, textOf, World } from '../engine/world.ts';

const names = ['a.md', 'b.csv', 'c.json'];
const contents = ['# A', [{ year: 2024 }], { c: [1] }];

/** One file a step. */
const script: Script = (request) => {
  switch (request.purpose) {
    case 'intake':
      return calls(['create_plan', { plan: names.map((name) => ({ description: `Write ${name}` })) }]);
    case 'thought': {
      const at = names.findIndex((name) => new RegExp(`^Step .*Write ${name}$`, 'm').test(textOf(request)));
      return results(request).length === 0
        ? calls(['files', { action: 'write', name: names[at], content: contents[at] }])
        : calls(['finish_step', { response: 'Written.' }]);
    }
    case 'replan':
      return /Remaining: 0/.test(textOf(request))
        ? calls(['finish_task', { response: 'All written.' }])
        : calls(['keep_plan', {}]);
    case 'plan':
    case 'evaluation':
      return prose('not asked');
  }
};

const filesOf = (world: World) => [...world.storage.tables.files.values()];

test('R3.7 what a task wrote into files is checked before it closes', async () => {
  const world = new World(script);
  world.submit('Write three files');
  await world.untilPhase('completed');
  expect(filesOf(world).map(({ name, content }) => [name, content])).toEqual([
    ['a.md', '# A'],
    ['b.csv', 'year\n2024\n'],
    ['c.json', '{\n  "c": [\n    1\n  ]\n}\n'],
  ]);
  expect(world.lines('final_verify')).toMatchObject([{ ok: true, checked: 3 }]);
});

test('R3.7 a file that is no longer what its step wrote is a mismatch, named', async () => {
  const world = new World((request, index) => {
    const [file] = filesOf(world);
    if (file && request.purpose === 'replan' && /Remaining: 0/.test(textOf(request)))
      world.storage.tables.files.set(file.id, { ...file, content: 'lost' });
    return script(request, index);
  });
  world.submit('Write three files');
  await world.untilPhase('completed', 'failed');
  expect(world.lines('final_verify')[0]).toMatchObject({
    ok: false,
    mismatch: expect.stringContaining('a.md') as string,
  });
});

test('R12.2 a tab that dies after a write, before its step has ended, leaves each file once', async () => {
  let stuck = true;
  const world = new World((request, index) =>
    stuck && request.purpose === 'thought' && results(request).length > 0
      ? new Promise(() => undefined)
      : script(request, index),
  );
  world.submit('Write three files');
  await world.until(() => stuck && filesOf(world).length === 1, 'the first file');
  stuck = false;
  world.reload();
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(filesOf(world).map(({ name }) => name)).toEqual(names);
  expect(world.lines('tool_result')).toHaveLength(3);
});
