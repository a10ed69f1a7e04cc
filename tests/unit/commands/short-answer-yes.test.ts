import { expect, test } from 'vitest';
import { messageIntent } from '../../../src/commands/message-intent.ts';

test.each([
  ...['yes', 'Yes!', 'yes, go ahead', 'OK', 'ok, do it please', 'sure, do it now', 'Approve', 'approved', 'looks good'],
  ...[
    'That’s fine',
    'LGTM',
    'start',
    'go',
    '好',
    '好的，开始吧',
    '可以',
    '同意',
    '没问题，执行吧',
    '是的',
    '行，就这样',
    '批准',
  ],
])('R3.2 “%s” agrees', (text) => {
  expect(messageIntent(text)).toBe('yes');
});

test.each([
  ...['', 'not yet', 'yes, but skip step 2', 'ok, first add milk', 'go to the shop', 'start with step 3', '/yes'],
  ...['hello', 'please', 'do it tomorrow', '好像不对', '开始之前先看天气', '可以不做第三步吗'],
])('R3.2 “%s” does not', (text) => {
  expect(messageIntent(text)).toBe(null);
});
