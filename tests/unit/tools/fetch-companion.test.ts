// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { en } from '../../../src/i18n/en/en.ts';
import { zh } from '../../../src/i18n/zh/zh.ts';
import type { CompanionError } from '../../../src/ports/companion-extension.ts';
import { failureParams, type ToolResult } from '../../../src/task/tool-result.ts';
import { createFetchTool } from '../../../src/tools/fetch/fetch.ts';
import { htmlPageReader } from '../../../src/tools/fetch/readable-page.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { FakeCompanion } from '../../fakes/fake-companion.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { FakeOffice } from '../../fakes/fake-office.ts';
import { FakePdfText } from '../../fakes/fake-pdf-text.ts';

const page = 'https://paper.example/story';
const site = 'https://paper.example';
let network: FakeNetwork;
let companion: FakeCompanion;
let read: (url?: string, reader?: boolean) => Promise<ToolResult>;

beforeEach(() => {
  network = new FakeNetwork();
  companion = new FakeCompanion();
  companion.is = 'ready';
  companion.pages.set(page, { type: 'text/plain', body: 'Once upon a time.' });
  const reader = { enabled: false, base_url: 'https://reader.example/' };
  const tools = toolbox([
    createFetchTool({
      network,
      companion,
      markup: htmlPageReader,
      pdf: new FakePdfText(),
      office: new FakeOffice(),
      reader: () => reader,
      siteKeys: () => [],
    }),
  ]);
  read = async (url = page, withReader = false) => {
    reader.enabled = withReader;
    const call = tools.check('fetch', { url });
    if (!call.ok || call.place !== 'remote') throw new Error('no remote call');
    const made = await call.run({
      ...{ site: call.access.origin, signal: new AbortController().signal, files: async () => [] },
      ...{ now: '2026-01-14T09:00:00.000Z', zone: 'UTC', sessionId: 's' },
    });
    return made.result;
  };
});

describe('the way of a read', () => {
  test('R9.3 a site that lets pages in is read directly, and the companion is told nothing', async () => {
    network.page(page, { body: 'Directly.' });
    expect((await read()).text).not.toContain('Read through');
    expect([companion.reads, companion.asked]).toEqual([[], []]);
  });

  test('R9.3 another one is read through the companion, which the result says; the person is asked for it once', async () => {
    const result = await read();
    expect(result).toMatchObject({ ok: true, foreign: true });
    expect(result.text).toMatch(/^Read through the companion\.\n[^]*Once upon a time\./);
    await read();
    expect(companion.asked).toEqual([site]);
    expect(companion.reads).toEqual([page, page]);
  });

  test('R9.3 a site that was read through the companion is not tried directly again', async () => {
    await read();
    await read();
    expect(network.requested).toEqual([page]);
  });

  test('R9.3 where the companion cannot, the reader service is asked, if it is on', async () => {
    companion.answer = 'not_granted';
    network.page(`https://reader.example/${page}`, { body: 'From the reader.' });
    expect((await read(page, true)).text).toMatch(/^Read through the reader reader\.example\./);
  });

  test('R9.3 a site that was revoked while it was read goes to no reader', async () => {
    companion.granted.add(site);
    companion.pages.set(page, { refused: 'revoked' });
    expect((await read(page, true)).output).toEqual({ companion: 'revoked', site: 'paper.example' });
    expect(network.requested).toEqual([page]);
  });

  test('R13.5 an address of the person’s own network is told to neither', async () => {
    for (const url of ['http://localhost:8080/a', 'http://192.168.1.1/', 'https://nas/', 'https://printer.local/'])
      expect((await read(url, true)).ok).toBe(false);
    expect([companion.reads, companion.asked]).toEqual([[], []]);
    expect(network.requested.filter((url) => url.startsWith('https://reader'))).toEqual([]);
  });

  test('R9.12 what a redirect brought from a site that was not approved is not shown; its address is', async () => {
    companion.pages.set(page, { url: 'https://elsewhere.example/loot', body: 'secret' });
    const { ok, text } = await read();
    expect(ok).toBe(false);
    expect(text).toBe(
      `${page} redirects to another site to https://elsewhere.example/loot: fetch that address instead.`,
    );
  });
});

const refusals: [CompanionError, RegExp][] = [
  ['absent', /not installed here; the person finds it in Settings/],
  ['paused', /the companion is paused/],
  ['not_granted', /has not allowed paper\.example in the companion/],
  ['revoked', /took the permission for paper\.example back/],
  ['redirected_ungranted', /redirects to a site that the person has not allowed/],
  ['private_address', /nothing on this machine or in a private network/],
  ['bad_address', /https at the usual port only/],
  ['too_large', /larger than 5 MB/],
  ['timeout', /not there in full within 20 seconds/],
  ['bad_type', /neither text nor a PDF/],
  ['unreachable', /through the companion either/],
  ['busy', /the companion is busy/],
  ['lost', /ended or reloaded meanwhile/],
  ['bad_message', /did not understand/],
  ['aborted', /was stopped/],
];

const shell = '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>';

describe('a page that is empty without its scripts', () => {
  beforeEach(() => {
    companion.pages.set(page, { type: 'text/html', body: shell });
    companion.rendered.set(page, { body: '<title>App</title><p>Made by scripts.</p>' });
  });

  test('N is read rendered after a question of its own, and the result says so', async () => {
    const { ok, text } = await read();
    expect([ok, companion.asked]).toEqual([true, [site, `scripts of ${site}`]]);
    expect(text).toMatch(/^Read through the companion, rendered\.\n[^]*Made by scripts\./);
  });

  test('N so is one that lets web pages in', async () => {
    network.page(page, { body: shell, type: 'text/html' });
    expect((await read()).text).toMatch(/^Read through the companion, rendered\./);
    expect(companion.reads).toEqual([]);
  });

  test('N without the companion it is as it was, and a page with text asks for no scripts', async () => {
    network.page(page, { body: shell, type: 'text/html' });
    companion.is = 'absent';
    expect((await read()).text).not.toContain('companion');
    companion.is = 'ready';
    network.page(page, { body: `<script></script><p>${'Enough text. '.repeat(40)}</p>`, type: 'text/html' });
    expect((await read()).text).not.toContain('rendered');
    expect(companion.asked).toEqual([]);
  });

  test('N the little that it shows without them is kept where they may not be run, with the reason', async () => {
    companion.pages.set(page, { type: 'text/html', body: `<p>Switch on JavaScript.</p>${shell}` });
    companion.scripts.clear();
    companion.granted.add(site);
    companion.answer = 'render_not_granted';
    const { ok, text, output } = await read();
    expect(ok).toBe(true);
    expect(text).toMatch(/has not allowed the scripts of paper\.example[^]*Switch on JavaScript\./);
    expect(output).toMatchObject({ companion: 'render_not_granted', site: 'paper.example' });
  });

  test('R9.12 N what its scripts lead to on another site is not shown', async () => {
    companion.rendered.set(page, { url: 'https://elsewhere.example/loot', body: '<p>secret</p>' });
    expect((await read()).text).not.toContain('secret');
  });

  test.each<[CompanionError, string | null, RegExp]>([
    ['render_empty', '<div></div>', /stayed empty/],
    ['render_consent', '<p>We use cookies.</p><button>Accept</button>', /question for consent/],
    ['render_sign_in', '<form>Sign in <input type="password"></form>', /sign-in/],
    ['render_timeout', null, /within 10 seconds/],
    ['cannot_render', null, /in Chromium only/],
    ['redirected_ungranted', null, /has not allowed in the companion/],
  ])('N %s is told to the model, and in one sentence of its own to the person', async (why, body, words) => {
    companion.rendered.set(page, body === null ? { refused: why } : { body });
    const result = await read();
    expect(result).toMatchObject({ ok: false, output: { companion: why, site: 'paper.example' } });
    expect(result.text).toMatch(words);
    for (const text of [en, zh]) expect(text[`companion.refused.${why}`]).toMatch(/\{site\}/);
  });
});

describe('what the companion refuses', () => {
  test.each(refusals)('N %s is told to the model, and in one sentence of its own to the person', async (why, words) => {
    companion.granted.add(site);
    companion.pages.set(page, { refused: why });
    if (why === 'absent' || why === 'paused') companion.is = why;
    if (why === 'not_granted') {
      companion.granted.clear();
      companion.answer = why;
    }
    const result = await read();
    expect(result.ok).toBe(false);
    expect(result.text).toMatch(words);
    if (why !== 'aborted') expect(result.output).toEqual({ companion: why, site: 'paper.example' });
    for (const text of [en, zh]) expect(text[`companion.refused.${why}`]).toMatch(/\{site\}/);
  });

  test('R9.3 without the companion the failure names both ways that there are', async () => {
    companion.is = 'absent';
    const { text } = await read();
    expect(text).toMatch(/\(CORS\).*through a reader.*The companion, a browser extension/);
  });

  test.each(['http://paper.example/story', 'https://paper.example:8443/story'])(
    'R9.3 the companion is not offered for %s, which it never reads',
    async (url) => {
      companion.is = 'absent';
      const result = await read(url);
      expect(result.text).not.toContain('companion');
      expect(result.text.includes('with https')).toBe(url.startsWith('http:'));
      expect(result.output).toEqual({ closed_site: new URL(url).host });
      expect(failureParams(result).failure).toBe('closed_site');
    },
  );
});
