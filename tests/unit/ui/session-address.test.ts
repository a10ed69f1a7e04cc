import { expect, test } from 'vitest';
import { preferredLanguage } from '../../../src/ui/app/apply-settings.ts';
import { sessionRoute, type PageLocation, settingsRoute } from '../../../src/ui/app/page-address.ts';

const places: PageLocation[] = [
  { session: 'session_01ab', pane: 'conversation', thing: null },
  { session: 'session_01ab', pane: 'files', thing: null },
  { session: 'session_01ab', pane: 'conversation', thing: '12' },
  { session: 's.1~2', pane: 'plan', thing: "Schritt 1/2 (a)*! 'é' 步骤" },
];

test.each(places)('the address names $session, $pane and $thing, and is read back', (place) => {
  const address = sessionRoute.write(place);
  expect(sessionRoute.read(address)).toEqual(place);
  expect(sessionRoute.read(new URL(address, 'https://cairn.example/').hash)).toEqual(place);
});

test('an address without a pane names the conversation', () => {
  expect(sessionRoute.read('#/s/s1')).toEqual({ session: 's1', pane: 'conversation', thing: null });
});

test.each([
  ...['', '#/', '#/s/', '#/s/a/b', '#/s/<img>', '#/s/a?key=1', '#/s/a/plan/%zz', '#/s/a/plan/x/y', '#/settings'],
  ...[
    '#/s/x?goal=Do+it&run=1&base_url=https://evil.example/v1&key=sk-evil',
    '#/s/x&goal=Do+it',
    '#/s/x/run',
    '#/s/x/../y',
  ],
  ...[
    '#?goal=Do+it',
    '#goal=Do+it',
    '#/new?goal=Do+it',
    '#/import?url=https://evil.example/plan.json',
    '#/s/javascript:1',
  ],
])('R13.4 the address "%s" names none', (hash) => expect(sessionRoute.read(hash)).toBeNull());

test('R13.4 an address of the settings names one of their sections, and nothing else', () => {
  expect(settingsRoute.read(settingsRoute.write('data'))).toBe('data');
  expect(settingsRoute.read('#/settings/none')).toBeNull();
  expect(settingsRoute.read('#/settings/data?key=1')).toBeNull();
});

test('R14.5 the language is the chosen one, else the first known one of the browser, else English', () => {
  expect(preferredLanguage('zh', ['en-US'])).toBe('zh');
  expect(preferredLanguage('auto', ['fr-FR', 'zh-TW', 'en'])).toBe('zh');
  expect(preferredLanguage('auto', ['de', 'fr'])).toBe('en');
  expect(preferredLanguage('tlh', ['zh'])).toBe('zh');
});
