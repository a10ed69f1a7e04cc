// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { applySettings } from '../../../src/ui/app/apply-settings.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

test('R14.5 the browser’s frame takes the colour of the theme that is chosen, or else of the system’s', () => {
  document.head.innerHTML = '<meta name="theme-color" data-theme="light"><meta name="theme-color" data-theme="dark">';
  const media = () => [...document.querySelectorAll('meta')].map((frame) => frame.getAttribute('media'));
  const words = new Translator();
  void applySettings({ language: 'en', theme: 'dark' }, words);
  expect(media()).toEqual(['not all', 'all']);
  void applySettings({ language: 'en', theme: 'light' }, words);
  expect(media()).toEqual(['all', 'not all']);
  void applySettings({ language: 'en', theme: 'auto' }, words);
  expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
});
