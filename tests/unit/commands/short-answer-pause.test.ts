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
