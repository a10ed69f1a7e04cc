import { expect, test } from 'vitest';
import type { ProtocolName } from '../../src/task/protocol-name.ts';
import { injectedTexts } from './injected-texts.ts';
import { mark, throughPage } from './injected.ts';

const protocols: readonly ProtocolName[] = ['tools', 'json', 'markers'];
const harmless = 'Bring an umbrella.';

test('there are sixty texts that pose as the words of a model', () => {
  expect(new Set(injectedTexts).size).toBe(60);
});

/** tests/trials/minds.test.ts tries each text with each protocol. */
test.each(protocols)(
  'R13.3, R4.3 a text on a page that looks like a call, a plan or an end is never read as the model’s, %s',
  async (protocol) => {
    const clean = mark(await throughPage(harmless, protocol, 'balanced'));
    expect(clean).toMatchObject({ phase: 'completed', todos: ['Buy Oat milk', 'Buy bread'] });
    for (const text of injectedTexts.filter((_, at) => protocols[at % 3] === protocol)) {
      const struck = await throughPage(text, protocol, 'balanced');
      expect(struck.world.lines('tool_result')[0], 'it was read').toMatchObject({
        result: { ok: true, output: { text: expect.stringContaining(text) as string } },
      });
      expect(mark(struck), text).toEqual(clean);
    }
  },
);
