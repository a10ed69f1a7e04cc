import { expect, test } from 'vitest';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { calls, prose, results, textOf, World } from './world.ts';
import { usual } from './usual.ts';

/** Says a goal as the page does: it is recorded in the conversation before its task begins. */
async function say(world: World, goal: string): Promise<void> {
  const before = world.runner.current().run?.id;
  void world.runner.note({ type: 'message', kind: 'goal', text: goal });
  world.submit(goal);
  await world.until((run) => run.id !== before && ['answered', 'completed', 'failed'].includes(run.phase), goal);
}

const addTodo = (title: string) => calls(['todo', { action: 'add', title }]);

/** Answers questions, makes the calls that a goal stands for, and ends what it began. */
function mind(acts: Readonly<Record<string, ReturnType<typeof calls>>>) {
  return (request: ModelRequest) => {
    const goal = request.messages.at(-1)?.text.split('\n').at(-1) ?? '';
    if (request.purpose === 'intake') return acts[goal] ?? prose(`An answer to “${goal}”.`);
    if (request.purpose === 'thought') return calls(['finish_step', { response: 'It is done.' }]);
    return calls(['finish_task', { response: 'All is done.' }]);
  };
}

const last = (world: World, purpose: ModelRequest['purpose']) =>
  world.model.requests.findLast((request) => request.purpose === purpose)!;

test('R3.3 the steps and the closing of a task that follows earlier talk get what was said, so that “yes” means something', async () => {
  const world = new World(mind({ yes: addTodo('Change the invitation') }));
  await say(world, 'Shall the party be on Saturday?');
  await say(world, 'yes');
  for (const purpose of ['thought', 'replan'] as const) {
    const [system, ...messages] = last(world, purpose).messages;
    expect(system?.role).toBe('system');
    expect(messages.slice(0, 2).map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Shall the party be on Saturday?'],
      ['assistant', 'An answer to “Shall the party be on Saturday?”.'],
    ]);
  }
});

test('R4.9 the talk before a task is the same in all requests of its steps, whatever is said meanwhile', async () => {
  const world = new World(mind({ go: addTodo('Milk') }), { thoroughness: 'careful' });
  await say(world, 'Hello');
  await say(world, 'And what else?');
  await say(world, 'go');
  const thoughts = world.model.requests.filter(({ purpose }) => purpose === 'thought');
  const heads = thoughts.map(({ messages }) => JSON.stringify(messages.slice(1, 5)));
  expect(new Set(heads).size).toBe(1);
  expect(heads[0]).toContain('And what else?');
});

test('R3.3 nothing is added to the requests of the first goal of a session', async () => {
  const world = new World(usual(['Fetch the table', 'Draw the chart']));
  await say(world, 'Show the figures');
  for (const { messages } of world.model.requests) {
    expect(messages.some((message) => 'earlier' in message)).toBe(false);
    expect(messages.filter(({ role, text }) => role === 'user' && text === 'Show the figures')).toEqual([]);
  }
});

test('R3.3 the steps of a plan that the model made get the end of the talk only, those of a single step all of it', async () => {
  const planned = usual(['Book the hall', 'Write the list']);
  const world = new World((request, ...rest) => {
    const said = request.messages.at(-1)?.text ?? '';
    if (request.purpose === 'intake' && said.endsWith('plan it')) return planned(request, ...rest);
    if (request.purpose === 'intake' && said.endsWith('yes')) return addTodo('Milk');
    if (request.purpose === 'intake') return prose('Gladly.');
    return planned(request, ...rest);
  });
  for (let n = 1; n <= 6; n += 1) await say(world, `Question ${n}`);
  await say(world, 'plan it');
  const inPlan = textOf(last(world, 'thought'));
  expect(inPlan).not.toMatch(/Question [123]$/m);
  expect(inPlan).toMatch(/Question 4$[^]*Question 5$[^]*Question 6$/m);
  expect(inPlan).toContain('[… earlier messages are left out …]');
  await say(world, 'yes');
  const alone = textOf(last(world, 'thought'));
  for (let n = 1; n <= 6; n += 1) expect(alone).toMatch(new RegExp(`^Question ${n}$`, 'm'));
  expect(alone).toMatch(/The last plan of this conversation[^]*1\. \[completed\] Book the hall/);
  expect(textOf(last(world, 'replan'))).not.toMatch(/^Question 2$/m);
});

test('R3.3 what a task changed is told with its end in later requests, with ids and what was there before', async () => {
  const world = new World((request) => {
    const said = request.messages.at(-1)?.text ?? '';
    const seen = results(request).join('\n');
    const [id = ''] = /todo_\w+/.exec(textOf(request)) ?? [];
    if (request.purpose === 'intake' && said.endsWith('add it'))
      return calls(['todo', { action: 'add', title: 'Send the invitations', due: '2026-12-11' }]);
    if (request.purpose === 'intake' && said.endsWith('move it'))
      return calls(['todo', { action: 'update', id, due: '2026-12-12' }]);
    if (request.purpose === 'intake') return prose('Which one?');
    if (request.purpose === 'thought' && seen !== '') return calls(['finish_step', { response: 'Done.' }]);
    return calls(['finish_task', { response: 'It is done.' }]);
  });
  await say(world, 'add it');
  await say(world, 'move it');
  await say(world, 'undo that');
  const messages = last(world, 'intake').messages.slice(1);
  expect(messages[2]?.text).toMatch(
    /^What that task has changed, by Cairn’s own records:\n\[data from outside[^\n]*\n- todo: Added to-do “Send the invitations” \(id todo_\w+\)\. Due [^\n]*2026-12-11[^\n]*\n\[end of data[^\n]*\n\nmove it$/,
  );
  expect(messages[4]?.text).toMatch(
    /- todo: Changed to-do: \[ \] todo_\w+ “Send the invitations”, due [^\n]*2026-12-12\. \(before: \[ \] todo_\w+ “Send the invitations”, due [^\n]*2026-12-11\)\n[^]*undo that$/,
  );
});

test('R3.3 of many changes the last are told and the others counted', async () => {
  const world = new World((request) => {
    if (request.purpose === 'intake')
      return request.messages.at(-1)?.text.endsWith('all of them')
        ? calls(
            ...Array.from({ length: 4 }, (_, n): [string, unknown] => ['todo', { action: 'add', title: `Thing ${n}` }]),
          )
        : prose('Gladly.');
    if (request.purpose !== 'thought') return calls(['finish_task', { response: 'It is done.' }]);
    const made = results(request).length;
    return made < 20
      ? calls(
          ...Array.from({ length: 4 }, (_, n): [string, unknown] => [
            'todo',
            { action: 'add', title: `Thing ${made + n}` },
          ]),
        )
      : calls(['finish_step', { response: 'Done.' }]);
  });
  world.settings = { ...world.settings, limits: { ...world.settings.limits, max_step_tool_calls: 30 } };
  void world.runner.send({ type: 'settings.change', settings: world.settings });
  await say(world, 'all of them');
  await say(world, 'thanks');
  const text = textOf(last(world, 'intake'));
  expect(text.match(/^- todo: Added/gm)).toHaveLength(15);
  expect(text).toContain('(the last ones; 5 earlier changes are not listed):');
  expect(text.match(/^- todo: Added.*/gm)?.at(-1)).toContain('Thing 19');
});

test('R3.3 what a task that was stopped has changed is told before the next goal', async () => {
  const world = new World((request) => {
    if (request.purpose === 'intake')
      return request.messages.at(-1)?.text.endsWith('add milk') ? addTodo('Milk') : prose('Gladly.');
    return { code: 'no_key', detail: '', status: 401, retry_after_ms: null };
  });
  void world.runner.note({ type: 'message', kind: 'goal', text: 'add milk' });
  world.submit('add milk');
  await world.until(() => world.todos().length > 0);
  void world.runner.send({ type: 'plan.stop' });
  await world.untilPhase('cancelled');
  await say(world, 'what now?');
  expect(last(world, 'intake').messages[1]?.text).toMatch(/^add milk\n\nWhat that task has changed[^]*“Milk”/);
});

test.each(['tools', 'json', 'markers'] as const)(
  'R3.3 in %s, words beside the first calls are noted, and the step that makes these has them as its own',
  async (protocol) => {
    const words = 'It is eleven days until the party.';
    const act = {
      tools: { ...addTodo('Milk'), text: words },
      json: prose(
        JSON.stringify({
          ...{ status: 'continue', current_step: 'Add', response: words },
          next_action: { tool: 'todo', input: { action: 'add', title: 'Milk' } },
        }),
      ),
      markers: prose(`${words}\n[Act] todo {"action":"add","title":"Milk"}`),
    }[protocol];
    const end = {
      tools: calls(['finish_step', { response: 'Added.' }]),
      json: prose('{"status":"done","response":"Added."}'),
      markers: prose('[Done] Added.'),
    };
    const world = new World(({ purpose }) =>
      purpose === 'intake' ? act : purpose === 'thought' ? end[protocol] : prose('[Finish] All is done.'),
    );
    world.protocol = protocol;
    await say(world, 'Add milk, and how many days are left?');
    expect(world.lines('decision')[0]).toMatchObject({ kind: 'act', note: words });
    const reply = last(world, 'thought').messages.find(({ role }) => role === 'assistant');
    expect(reply?.text.startsWith(words)).toBe(true);
    expect(world.todos()).toEqual(['Milk']);
  },
);
