import { expect, test } from 'vitest';
import { messageIntent } from '../../../src/commands/message-intent.ts';

test.each([
  ...[
    'stop',
    'Stop!',
    'STOP',
    'stop please',
    'please stop now',
    'pause',
    'pause the plan',
    'wait',
    'Wait!!',
    'no, wait',
  ],
  ...['wait a moment', 'hold on', 'hold on a second', 'one moment please', 'stop it', 'ok stop here', 'halt'],
  ...[
    '停',
    '停！',
    '停下',
    '暂停',
    '暂停一下',
    '请暂停',
    '先停一下',
    '等一下',
    '等等',
    '稍等',
    '停止任务',
    '马上停下来',
    '请停止执行计划',
  ],
])('R8.1 “%s” asks to hold', (text) => {
  expect(messageIntent(text)).toBe('pause');
});

test.each([
  ...[
    'do not stop',
    "don't stop",
    'stop at step 3',
    'wait for the reply',
    'stop using that site',
    'bus stop',
    'pauses',
  ],
  ...['wait and continue later', 'a moment of peace', 'never stop', 'stop words', '/stop', 'continue', 'yes'],
  ...[
    '不要停',
    '别停',
    '停车场在哪',
    '等我回复再做',
    '等一下再继续',
    '暂停键怎么用',
    '停止使用那个网站',
    '继续',
    '好的',
  ],
])('R8.1 “%s” does not', (text) => {
  expect(messageIntent(text)).not.toBe('pause');
});

test.each([
  ...[
    'cancel',
    'Cancel it',
    'cancel the plan',
    'never mind',
    'forget it',
    'abort',
    'don’t do it',
    'undo',
    'no, cancel',
  ],
  ...['取消', '取消任务', '撤销', '算了，别做了', '算了吧', '不做了', '不用了', '别做了', '不要继续', '请取消这个计划'],
])('R8.1 “%s” asks to give up', (text) => {
  expect(messageIntent(text)).toBe('cancel');
});

test.each([
  ...['no', 'No!', 'nope', 'don’t', 'do not', 'no thanks', 'not now', 'don’t delete it'],
  ...['不要', '别', '不行', '不要删', '不可以', '不同意', '别删', '不'],
])('R9.12 “%s” disagrees', (text) => {
  expect(messageIntent(text)).toBe('no');
});

test.each([
  ...['cancel the hotel', 'undo the last edit', 'no milk', 'do not book the hotel', 'forget it and book the train'],
  ...['取消第三步', '取消酒店', '不要香菜', '别买牛奶', '不做了，改成下周', '不要停', '算了，改成两天'],
])('R8.1 “%s” says more than that', (text) => {
  expect(messageIntent(text)).toBeNull();
});
