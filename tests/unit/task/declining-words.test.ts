import { describe, expect, test } from 'vitest';
import { declinesForContent, declinesForMissingAbility, declinesWork } from '../../../src/task/declining-words.ts';

const work = 'Collect the prices from http://a.example/x and http://b.example/y into prices.csv';
const chineseWork = '收集这两个网页上的价格，写入 prices.csv：http://a.example/x http://b.example/y';

describe('R3.5 words that decline the work of a goal are recognised:', () => {
  test.each([
    "I'm sorry, but as an AI language model I cannot browse the internet.",
    'Sorry, I am unable to access external websites.',
    'As an AI language model, I do not have the ability to visit web pages.',
    "Unfortunately, I don't have direct access to the internet, so you would have to open the pages yourself.",
    'I cannot directly open links. Please paste what the page says.',
    "I'm sorry, I can't access files.",
    'I don’t have access to tools.',
    'I cannot browse the web, such as https://a.example/x.',
  ])('%s', (text) => expect(declinesWork(work, text)).toBe(true));

  test.each([
    '抱歉，作为一个人工智能语言模型，我无法浏览互联网。',
    '很抱歉，我不能访问外部网站。',
    '抱歉，无法访问互联网。',
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
    'I’m sorry, but I can’t help with that.',
    '这两个网页的价格一样。',
    '我无法判断哪个更好，两者价格相同。',
  ])('%s', (text) => expect(declinesWork(work, text) || declinesWork(chineseWork, text)).toBe(false));

  test.each([
    ['a letter', "I'm sorry, but I can't help you move on Saturday: my mother has her birthday."],
    ['a letter', 'Unfortunately, I won’t be able to do the spring concerts this year.'],
    ['a letter', 'I am currently unable to access my e-mail. In urgent cases, ask Anna.'],
    ['a letter', "I can't do Friday. Could we meet Monday?"],
    ['a letter', '很抱歉，我不能帮你搬家了，那天我要陪妈妈过生日。'],
    ['a translation', 'I can’t open the door.'],
    ['a result', 'I could not open the second page (404). The first lists three kettles: A 20, B 30, C 40 EUR.'],
    ['a result', '没有带烘干功能的洗衣机低于 2000 元，最便宜的是 2199 元的 A 型。'],
    ['a result', '没有上传权限的成员有三位：甲、乙、丙。'],
    ['a result', '没有发现权限问题，所有文件都正常。'],
    ['a result', '还没有完成的功能：登录、导出。'],
    ['a result', '不支持下载的课程有两门。'],
    ['a result', '无法打开的页面有一个，其余的都正常。'],
    ['a result', '没有好办法去除所有咖啡渍，但小苏打可以去掉大部分。'],
    ['a result', 'I cannot help but recommend the second.'],
    ['a result', 'I cannot open pages, but the notes name the kettles:\n- A 20 EUR\n- B 30 EUR'],
    ['a reason', "I can't add the appointment on 31 February: this date does not exist."],
    ['a reason', 'I cannot book it because the calendar shows a conflict.'],
    ['a reason', "I couldn't create the short link because the MCP call was not approved."],
    ['a reason', 'I cannot read notes.md, as there is no such file.'],
    ['a reason', 'I cannot open files that do not exist, and there is no notes.md.'],
    ['a long text', `I cannot browse the internet. ${'The kettle is made of steel. '.repeat(20)}`],
  ])('%s: %s', (_, text) => {
    expect(declinesForMissingAbility(text)).toBe(false);
  });

  test.each([
    'Write a message to my boss that I cannot open web pages',
    'Translate “我不能打开网页” into English',
    'Draft a reply to the school',
    'Send Bob an e-mail about prices.csv',
    'Book a table at the Hilton for Friday',
    '写一条消息给老板，说我不能打开网页',
    '把“I cannot open web pages”翻译成中文',
  ])('words in reply to “%s”, which asks for a text or an act outside', (goal) => {
    expect(declinesWork(goal, 'I cannot open web pages.')).toBe(false);
    expect(declinesWork(goal, '我不能打开网页。')).toBe(false);
  });

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
  expect(declinesForContent(text)).toBe(true);
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
  expect(declinesForContent(text)).toBe(false);
});
