import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toolbox } from '../../../src/tools/registry.ts';
import { wordCountTool } from '../../fixtures/example-tool.ts';
import { LocalSession } from './local-session.ts';

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

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

  test('R9.1 is the one that the README shows, as it would stand in src/tools', () => {
    const written = textOf('tests/fixtures/example-tool.ts')
      .replaceAll('../../src/tools/', './')
      .replaceAll('../../src/', '../');
    expect(textOf('README.md')).toContain(`\`\`\`ts\n// src/tools/word-count.ts\n${written}\`\`\``);
  });
});
