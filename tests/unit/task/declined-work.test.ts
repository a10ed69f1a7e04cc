import { describe, expect, test } from 'vitest';
import { declinesWork } from '../../../src/task/declined-work.ts';

const work = 'Collect the prices from http://a.example/x and http://b.example/y into prices.csv';
const chineseWork = '收集这两个网页上的价格，写入 prices.csv：http://a.example/x http://b.example/y';

describe('R3.5 words that decline the work of a goal are recognised:', () => {
  test.each([
    "I'm sorry, but as an AI language model I cannot browse the internet.",
    'I’m sorry, but I can’t help with that.',
    'Sorry, I am unable to access external websites.',
    'As an AI language model, I do not have the ability to visit web pages.',
    "Unfortunately, I don't have direct access to the internet, so you could do the following:\n\n1. Open the page",
    'I cannot directly open links. However, here is a Python script that does.',
    "I apologize for the inconvenience, but I'm not able to create files.",
    "I'm afraid I can't do that.",
  ])('%s', (text) => expect(declinesWork(work, text)).toBe(true));

  test.each([
    '抱歉，作为一个人工智能语言模型，我无法浏览互联网。',
    '很抱歉，我不能访问外部网站。',
    '对不起，我目前没有联网的能力，您可以自己打开网页。',
    '作为AI助手，我无法直接创建文件。',
    '我没有办法打开这些链接。',
  ])('%s', (text) => expect(declinesWork(chineseWork, text)).toBe(true));
});

describe('R3.5 an answer is none of these:', () => {
  test.each([
    'The prices are 3 and 4.',
    'I found that I cannot say which is cheaper.',
    'I can’t find any difference between the two.',
    'I cannot say which of them is better: both cost 3.',
    "I'm sorry to hear that. Here is a list: milk, bread.",
    'I have no preference; both are fine.',
    '这两个网页的价格一样。',
    '我无法判断哪个更好，两者价格相同。',
  ])('%s', (text) => expect(declinesWork(work, text) || declinesWork(chineseWork, text)).toBe(false));

  test.each([
    'Can you browse the web?',
    'Can you read http://a.example/x',
    'Do you have access to the internet?',
    'Is http://a.example/x safe',
    'What is on http://a.example/x?',
    'Who are you',
    'Tell me whether you can open web pages',
    'Hello',
    '你能上网吗？',
    '你能不能打开网页',
    '请问你会搜索网页',
    '你好',
  ])('a refusal in reply to “%s”', (goal) => {
    expect(declinesWork(goal, 'I’m sorry, but I cannot browse the web.')).toBe(false);
    expect(declinesWork(goal, '抱歉，我无法浏览网页。')).toBe(false);
  });
});
