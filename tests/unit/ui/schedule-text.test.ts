import { expect, test } from 'vitest';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { namedZones, zoneText } from '../../../src/ui/schedule/schedule-text.ts';

test('R14.5 a time zone is named in the language of the page, by its usual name where the browser knows none', async () => {
  const words = new Translator();
  await words.setLanguage('zh');
  const zones = ['America/New_York', 'Asia/Tokyo', 'Etc/GMT+5', 'UTC'];
  expect(zones.map((zone) => zoneText(zone, words))).toEqual(['纽约时间', '日本时间', 'Etc/GMT+5', 'UTC']);
  await words.setLanguage('en');
  expect(zoneText('America/New_York', words)).toBe('America/New York');
});

test('R14.5 the zones to choose from are in the order of the names that are shown', async () => {
  const words = new Translator();
  await words.setLanguage('zh');
  const names = namedZones(['Etc/GMT+5'], words).map(({ name }) => name);
  expect(names).toContain('日本时间 · Asia/Tokyo');
  expect(names).toContain('Etc/GMT+5');
  expect(names).toEqual(names.toSorted(new Intl.Collator(words.locale).compare));
});
