import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { flushSync, mount, unmount } from 'svelte';
import { repairTranslatedTextNodes } from '../../../src/browser/page-translation.ts';
import TranslatedPage from './TranslatedPage.svelte';
import { translatedProps } from './translated-props.svelte.ts';

repairTranslatedTextNodes();
const root = document.documentElement;
const xhtml = 'http://www.w3.org/1999/xhtml';
const state = translatedProps();
let target: HTMLElement;
let page: ReturnType<typeof mount>;

beforeEach(() => {
  Object.assign(state, { word: 'first', items: ['a', 'c'], isBusy: true });
  target = document.body.appendChild(document.createElement('main'));
  page = mount(TranslatedPage, { target, props: state });
});

afterEach(async () => {
  root.classList.remove('translated-ltr');
  await unmount(page);
  target.remove();
});

/** Translates all texts into capitals, each in two FONT elements, as Chrome does. */
function translate(swap: (text: Text, font: HTMLElement) => void): void {
  const walker = document.createTreeWalker(target, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  for (const text of found) {
    if (!text.data.trim() || text.parentElement?.nodeName === 'FONT') continue;
    const outer = document.createElementNS(xhtml, 'font');
    const inner = outer.appendChild(document.createElementNS(xhtml, 'font'));
    inner.textContent = text.data.toUpperCase();
    swap(text, outer);
  }
}

const swaps: Record<string, (text: Text, font: HTMLElement) => void> = {
  'in one act': (text, font) => text.replaceWith(font),
  'the translation first': (text, font) => {
    text.after(font);
    text.remove();
  },
};

/** Observers are called between two tasks. */
const noticed = async () => {
  await Promise.resolve();
  await Promise.resolve();
};

const change = async (values: Partial<typeof state>) => {
  flushSync(() => Object.assign(state, values));
  await noticed();
};

const shown = () => [...target.children].map((each) => each.textContent.replace(/\s+/g, ' ').trim());

test.for(Object.entries(swaps))('texts of a page that Chrome translates still change: %s', async ([, swap]) => {
  root.classList.add('translated-ltr');
  await noticed();
  translate(swap);
  await noticed();
  expect(shown()).toEqual(['FIRST', 'ONLY TO FIRST.', 'WORKING', 'AC']);

  await change({ word: 'second', isBusy: false, items: ['a', 'b', 'c'] });
  expect(shown()).toEqual(['second', 'Only to second.', 'done', 'AbC']);

  translate(swap);
  await noticed();
  expect(shown()).toEqual(['SECOND', 'ONLY TO SECOND.', 'DONE', 'ABC']);

  await change({ word: 'third', isBusy: true, items: ['c'] });
  expect(shown()).toEqual(['third', 'Only to third.', 'working', 'C']);
});

const isSign: Record<string, () => void> = {
  "the root's class": () => root.classList.add('translated-ltr'),
  "Chrome's stylesheet": () => {
    const sheet = document.head.appendChild(document.createElement('link'));
    sheet.href = 'https://www.gstatic.com/_/translate_http/_/ss/x';
    onTestFinished(() => sheet.remove());
  },
};

test.for(Object.entries(isSign))(
  'the whole page is watched only after a sign of a translator: %s',
  async ([, give]) => {
    const watched = vi.spyOn(MutationObserver.prototype, 'observe');
    onTestFinished(() => watched.mockRestore());
    repairTranslatedTextNodes();
    root.classList.toggle('other');
    await noticed();
    expect(watched.mock.calls.map(([node]) => node.nodeName)).toEqual(['HTML', 'HEAD']);
    give();
    await noticed();
    expect(watched.mock.calls.map(([node]) => node.nodeName)).toContain('BODY');
  },
);

test('the texts that a translator puts back when the original is shown still change', async () => {
  root.classList.add('translated-ltr');
  await noticed();
  const back: (() => void)[] = [];
  translate((text, font) => {
    text.replaceWith(font);
    back.push(() => font.replaceWith(text));
  });
  await noticed();
  for (const each of back) each();
  await noticed();
  expect(shown()).toEqual(['first', 'Only to first.', 'working', 'ac']);
  await change({ word: 'second', isBusy: false, items: ['b', 'c'] });
  expect(shown()).toEqual(['second', 'Only to second.', 'done', 'bc']);
});
