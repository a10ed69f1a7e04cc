import { expect, test } from 'vitest';
import { preferredLanguage } from '../../src/state/preferred-language.ts';
import { sessionAddress } from '../../src/state/session-address.ts';

test('the address names a session and is read back', () => {
  expect(sessionAddress.read(sessionAddress.write('session_01ab'))).toBe('session_01ab');
});

test.each(['', '#/', '#/s/', '#/s/a/b', '#/s/<img>', '#/s/a?key=1', '#/settings'])(
  'R13.4 the address "%s" names none',
  (hash) => expect(sessionAddress.read(hash)).toBeNull(),
);

test('R14.5 the language is the chosen one, else the first known one of the browser, else English', () => {
  expect(preferredLanguage('zh', ['en-US'])).toBe('zh');
  expect(preferredLanguage('auto', ['fr-FR', 'zh-TW', 'en'])).toBe('zh');
  expect(preferredLanguage('auto', ['de', 'fr'])).toBe('en');
});
