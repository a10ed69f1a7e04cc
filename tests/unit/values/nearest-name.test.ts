import { expect, test } from 'vitest';
import { nearestName } from '../../../src/values/nearest-name.ts';

test.each([
  ['gpt-4o-mini-2024', ['gpt-4o', 'gpt-4o-mini'], 'gpt-4o-mini'],
  ['gpt-4o-minj', ['gpt-4o', 'gpt-4o-mini'], 'gpt-4o-mini'],
  ['llama3.1:8b-instruct', ['llama3', 'llama3.1:8b', 'llama3.1:70b'], 'llama3.1:8b'],
  ['qwen3-coder', ['qwen', 'qwen3', 'qwen3-coder-plus'], 'qwen3-coder-plus'],
  ['qwen3-coder', ['qwen3-coder-plus', 'qwen3', 'qwen'], 'qwen3-coder-plus'],
  ['QWEN3-max', ['qwen', 'Qwen3'], 'Qwen3'],
  ['fetch_url', ['search', 'fetch', 'files'], 'fetch'],
  ['hihg', ['low', 'normal', 'high'], 'high'],
  ['gpt-5', ['claude-sonnet', 'llama3'], null],
  ['medium', ['low', 'normal', 'high'], null],
  ['pro', ['proxy'], 'proxy'],
  ['lowest', ['low', 'normal'], null],
  ['nonsense', ['note', 'new', 'pause', 'sessions'], null],
])('R6.1 for %s among %j, %s is suggested: the one with most in common', (word, names, nearest) => {
  expect(nearestName(word, names)).toBe(nearest);
});
