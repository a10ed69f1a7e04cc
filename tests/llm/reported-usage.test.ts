import { expect, test } from 'vitest';
import { reportedUsage } from '../../src/llm/endpoint/chunk-assembly.ts';

test('R5.5 only a count is one: no endpoint takes back from what a session has spent', () => {
  const usage = (prompt_tokens: unknown) => reportedUsage({ usage: { prompt_tokens, completion_tokens: 5 } });
  expect(usage(7)).toEqual({ input: 7, output: 5, estimated: false });
  for (const none of [-1e9, Infinity, NaN, '7']) expect(usage(none)).toBeNull();
});
