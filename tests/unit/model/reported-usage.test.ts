import { expect, test } from 'vitest';
import { reportedUsage } from '../../../src/model/endpoint/chunk-assembly.ts';

test('R5.5 only a count is one: no endpoint takes back from what a session has spent', () => {
  const usage = (prompt_tokens: unknown) => reportedUsage({ usage: { prompt_tokens, completion_tokens: 5 } });
  expect(usage(7)).toEqual({ input: 7, output: 5, estimated: false });
  for (const none of [-1e9, Infinity, NaN, '7']) expect(usage(none)).toBeNull();
});

test.each<[string, object, object]>([
  ['OpenAI', { prompt_tokens_details: { cached_tokens: 4 } }, { cached: 4 }],
  [
    'OpenRouter',
    {
      prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 3 },
    },
    { cached: 4, cache_written: 2, reasoning: 3 },
  ],
  [
    'DeepSeek',
    { prompt_tokens_details: { cached_tokens: 0 }, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 6 },
    { cached: 4 },
  ],
  ['Mistral', { num_cached_tokens: 4 }, { cached: 4 }],
  ['Moonshot', { cached_tokens: 4 }, { cached: 4 }],
  [
    'Claude through a gateway',
    { cache_read_input_tokens: 4, cache_creation_input_tokens: 2 },
    { cached: 4, cache_written: 2 },
  ],
  [
    'details that are null',
    { prompt_tokens_details: null, completion_tokens_details: null, num_cached_tokens: null },
    {},
  ],
  ['a count below zero', { prompt_tokens_details: { cached_tokens: -4 } }, {}],
])('R5.5 what came from the cache and what was thinking is read as %s names it', (_, more, parts) => {
  const usage = { prompt_tokens: 10, completion_tokens: 5, ...more };
  expect(reportedUsage({ usage })).toEqual({ input: 10, output: 5, estimated: false, ...parts });
});
