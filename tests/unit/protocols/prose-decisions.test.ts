import { expect, test } from 'vitest';
import { announces, declinesContent } from '../../../src/protocols/prose-decisions.ts';

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

test.each([
  "I'm sorry, I can't assist with that.",
  'I’m sorry, but I cannot help with that request.',
  "Sorry, I can't help you with this. Is there anything else?",
  'I’m sorry, but I can’t assist with that. If you have any other questions, feel free to ask!',
  '抱歉，我无法协助您的请求。如果您有其他问题，请告诉我。',
  'I am unable to fulfill your request.',
  'I cannot comply.',
  '抱歉，我无法协助您的请求。',
  '对不起，我不能提供帮助。',
])('R4.6 “%s” declines what is asked for its content', (text) => {
  expect(declinesContent(text)).toBe(true);
});

test.each([
  "I'm sorry, I can't browse the web.",
  "I can't help with that, as I have no tools.",
  'I cannot complete the step without the file.',
  "The page says: I'm sorry, I can't assist with that.",
  '不能提供。',
  '无法满足要求。',
  '抱歉，我无法访问网页。',
  '我无法提供帮助文档的链接。',
  "I'm sorry, I can't help you. Saturday is my mother's birthday, so let us find another day.",
  "I'm sorry, but I can't help you move on Saturday: I am away.",
  'I am unable to continue. If you need a van, ask Anna.',
  "I won't be able to complete it.",
  'Unfortunately, I won’t be able to do the spring concerts this year.',
  '很抱歉，我不能帮助你。我周六要陪妈妈过生日，改天吧。',
])('R4.6 “%s” does not', (text) => {
  expect(declinesContent(text)).toBe(false);
});
