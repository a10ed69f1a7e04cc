import { expect, test } from 'vitest';
import { announces } from '../../../src/protocols/prose-decisions.ts';

test.each([
  'I will call the to-do tool now to do this.',
  'Let me get this done.',
  'Sure! I’ll get all of it noted right away.',
  'Let me look that up.',
  '我来调用工具完成这一步。',
  '好的，我现在来完成它。',
  '接下来我将把奶记下来。',
])('R4.3 words that announce are no result: %s', (text) => {
  expect(announces(text)).toBe(true);
});

test.each([
  'I have noted it.',
  'Let me summarise: the milk was noted.',
  'The milk is on the list.',
  '让我总结一下：奶已经记下了。',
  '我来汇报：这一步完成了。',
  '任务完成。',
])('R4.3 words that tell what came of it announce nothing: %s', (text) => {
  expect(announces(text)).toBe(false);
});
