import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPlanFile } from '../../src/formats/plan-file/read-plan-file.ts';
import { toolbox } from '../../src/tools/registry.ts';
import { wordCountTool } from '../../examples/word-count.ts';
import { exchangeRateTool } from '../../examples/exchange-rate.ts';
import { FakeNetwork } from '../fakes/fake-network.ts';
import { LocalSession } from './tools/local-session.ts';
import { RemoteSession } from './tools/remote-session.ts';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the example of a new tool', () => {
  test('R9.1 is offered, reads a file, and fails in a way that the model can read', async () => {
    expect(toolbox([wordCountTool]).offered()).toMatchObject([
      { name: 'word_count', schema: { properties: { file: { type: 'string' } }, required: ['file'] } },
    ]);
    const session = new LocalSession([wordCountTool]);
    await session.keep({ id: 'f1', name: 'a.txt', content: 'one two\nthree' });
    expect(await session.call('word_count', { file: 'a.txt' })).toMatchObject({
      ok: true,
      text: '“a.txt” has 3 words in 2 lines.',
      output: { words: 3, lines: 2 },
    });
    expect(await session.call('Word-Count', { File: 'b.txt' })).toMatchObject({ failure: { code: 'not_found' } });
    expect((await session.call('word_count', {})).text).toContain('“file” is missing');
  });

  test('R9.1, R13.3 one that reads from the network asks for its site, and reads nowhere else', async () => {
    const address = 'https://api.frankfurter.dev/v1/latest?base=EUR&symbols=USD';
    const network = new FakeNetwork().page(address, { type: 'application/json', body: '{"rates":{"USD":1.1}}' });
    const tool = exchangeRateTool({ network });
    const call = { from: 'EUR', to: 'USD' };
    expect(tool.access(call)).toMatchObject({ origin: 'https://api.frankfurter.dev', subject: address, rule: 'site' });
    const { result } = await new RemoteSession([tool]).call('exchange_rate', call);
    expect(result).toMatchObject({ ok: true, output: { rates: { USD: 1.1 } }, foreign: true });
    const other = await new RemoteSession([tool]).call('exchange_rate', { from: 'EUR', to: 'XXX' });
    expect(other.result).toMatchObject({ failure: { code: 'network' } });
    expect(textOf('docs/tools.md')).toContain('../examples/exchange-rate.ts');
  });

  test('R9.1 is the one that the README shows, as it would stand in src/tools', () => {
    const written = textOf('examples/word-count.ts').replaceAll('../src/tools/', './').replaceAll('../src/', '../');
    expect(textOf('README.md')).toContain(`\`\`\`ts\n// src/tools/word-count.ts\n${written}\`\`\``);
  });
});

describe('the plans of the examples', () => {
  test.each(readdirSync('examples/plans'))('R3.9 %s is read with all its steps', (name) => {
    const text = textOf(`examples/plans/${name}`);
    const reading = readPlanFile(text, { planId: 'p', at: '2026-01-01T10:00:00.000Z' });
    const { goal, steps } = JSON.parse(text) as { goal: string; steps: { description: string }[] };
    if (!reading.ok) throw new Error(JSON.stringify(reading.error));
    expect(reading.plan.goal).toBe(goal);
    expect(reading.plan.steps.map((step) => step.description)).toEqual(steps.map((step) => step.description));
  });
});
