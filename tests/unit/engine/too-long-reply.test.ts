import { expect, test } from 'vitest';
import type { ProtocolName } from '../../../src/task/protocol-name.ts';
import { lengthAndLimitInViolation } from '../../../src/task/too-long-reply.ts';
import { usual } from './usual.ts';
import { calls, prose, textOf, World } from './world.ts';

const content = 'word '.repeat(45_000);

test('R4.3 a call that is too long to be read is told as that, and written in parts', async () => {
  let asked = '';
  let parts = 0;
  const world = new World(
    usual(['Write it'], {
      thought: (request) => {
        if (/too long/.test(textOf(request))) asked = textOf(request);
        if (!asked) return calls(['files', { action: 'write', name: 'a.txt', content }]);
        parts += 1;
        if (parts <= 2)
          return calls([
            'files',
            {
              action: parts === 1 ? 'write' : 'append',
              name: 'a.txt',
              content: parts === 1 ? content.slice(0, 100_000) : content.slice(100_000),
            },
          ]);
        return calls(['finish_step', { response: 'written' }]);
      },
    }),
  );
  world.submit('Write it');
  await world.untilPhase('completed');
  expect(asked).toContain('The call of files is too long: it has');
  expect(asked).not.toContain('not a complete JSON object');
  expect(
    world.lines('decision').map(({ kind, note }) => kind === 'invalid' && lengthAndLimitInViolation(String(note))),
  ).toContainEqual({ n: 225_046, limit: 200_000 });
  /* Text that is added begins on a line of its own. */
  expect([...world.storage.tables.files.values()][0]?.size).toBe(content.length + 1);
});

test.each<ProtocolName>(['tools', 'json', 'markers'])(
  'R4.3 a step whose replies stay too long fails with their length (%s)',
  async (protocol) => {
    const input = { action: 'write', name: 'a.txt', content };
    const world = new World(
      usual(['Write it'], {
        intake: () => (protocol === 'tools' ? undefined : calls(['create_plan', { plan: ['Write it'] }])),
        thought: () =>
          protocol === 'tools'
            ? calls(['files', input])
            : prose(
                protocol === 'json'
                  ? JSON.stringify({ status: 'continue', next_action: { tool: 'files', input } })
                  : `[Act] files ${JSON.stringify(input)}`,
              ),
      }),
      { limits: { ...new World(usual([])).settings.limits, max_replans: 0 } },
    );
    world.protocol = protocol;
    world.stays = true;
    world.submit('Write it');
    await world.until(({ plan }) => plan.steps[0]?.status === 'failed');
    expect(world.run.plan.steps[0]?.reason).toMatchObject({ code: 'too_long', params: { limit: '200000' } });
  },
);

test.each<ProtocolName>(['tools', 'json', 'markers'])(
  'R4.3 a call that the length limit of the model cuts is told as that, and the reason of the step says so (%s)',
  async (protocol) => {
    const input = JSON.stringify({ action: 'write', name: 'a.txt', content: 'word '.repeat(1800) });
    const text =
      protocol === 'json'
        ? `{"status":"continue","next_action":{"tool":"files","input":${input}`
        : `[Act] files ${input}`;
    const cut = (whole: string) => whole.slice(0, 9000);
    const told: string[] = [];
    const world = new World(
      usual(['Write it'], {
        intake: () => (protocol === 'tools' ? undefined : calls(['create_plan', { plan: ['Write it'] }])),
        thought: (request) => {
          told.push(textOf(request));
          const call = { id: 'c0', name: 'files', arguments: cut(input) };
          const isCalled = protocol === 'tools';
          return { text: isCalled ? '' : cut(text), calls: isCalled ? [call] : [], finish: 'length', usage: null };
        },
      }),
      { limits: { ...new World(usual([])).settings.limits, max_replans: 0 } },
    );
    world.protocol = protocol;
    world.stays = true;
    world.submit('Write it');
    await world.until(({ plan }) => plan.steps[0]?.status === 'failed');
    expect(told[1]).toContain(
      'cut off at its length limit, after 9000 characters. A text for a file is written in pieces',
    );
    expect(told[1]).not.toContain('not a complete JSON object');
    expect(world.run.plan.steps[0]?.reason).toMatchObject({ code: 'cut_off', params: { n: '9000' } });
  },
);
