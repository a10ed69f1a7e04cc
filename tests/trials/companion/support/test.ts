import { test as base } from '@playwright/test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromiumId,
  greeting,
  type CompanionBodyEnd,
  type CompanionPageHead,
  type CompanionErrorResponse,
} from '../../../../extension/protocol.ts';
import { buildExtension } from '../../../../scripts/build-extension.mjs';
import { chromiumCompanion } from './chromium-companion.ts';
import type { BrowserPage, CompanionBrowser } from './companion-browser.ts';
import { firefoxCompanion } from './firefox-companion.ts';
import { pageLine } from './page-line.ts';
import { cairn, grantable, smallSites } from './sites.ts';
import { SmallNet } from './small-net.ts';

const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

export interface ReadResult {
  end: CompanionBodyEnd | CompanionErrorResponse;
  head: CompanionPageHead | null;
  text: string;
}

/** A page of Cairn as the tests use it; `line` in expressions is what support/page-line.ts makes. */
export interface Visit {
  page: BrowserPage;
  /** How a read ended: with its text, or the code of the refusal. */
  read(url: string, limits?: object): Promise<string>;
  result(url: string, limits?: object): Promise<ReadResult>;
  /** Asks for a site and answers as a person would, in the companion's page. */
  grant(host: string): Promise<void>;
  /** The same for the site's scripts. */
  grantScripts(host: string): Promise<void>;
  /** How a rendered read ended: with its HTML, or the code of the refusal. */
  render(url: string): Promise<string>;
  /** Opens the companion's page, by asking for a site that is not granted. */
  companion(): Promise<BrowserPage>;
}

interface Fixtures {
  net: SmallNet;
  opened: CompanionBrowser;
  visit: Visit;
}

export const test = base.extend<Fixtures, { engine: 'chromium' | 'firefox' }>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  net: async ({}, use) => {
    const net = await SmallNet.start(smallSites(pageLine(chromiumId, greeting)));
    await use(net);
    net.stop();
  },
  opened: async ({ engine, net }, use) => {
    test.skip(engine === 'firefox' && !firefox, 'There is no Firefox on this machine.');
    const folder = await mkdtemp(join(tmpdir(), 'companion-'));
    const granted = engine === 'chromium' ? grantable.map((host) => `https://${host}/*`) : [];
    await buildExtension(engine, folder, [cairn], granted);
    const browser =
      engine === 'chromium'
        ? await chromiumCompanion(folder, net.port)
        : await firefoxCompanion(firefox!, folder, net.port);
    await use(browser);
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  },
  visit: async ({ opened: browser }, use) => {
    const page = await browser.open(`${cairn}/app`);
    const result = (url: string, limits = {}) =>
      page.evaluate<ReadResult>(`line.read(${JSON.stringify(url)}, ${JSON.stringify(limits)})`);
    const ask = async (host: string, kind: 'ask' | 'ask_render' = 'ask') => {
      await page.evaluate(`line.ask({ kind: '${kind}', origin: 'https://${host}', why: 'a test' })`);
      return browser.companionPage(host);
    };
    const answered = async () => {
      await page.evaluate(`line.until(() => line.said.find((each) => each.kind === 'answered'))`);
      await page.evaluate(`void (line.said.length = 0)`);
    };
    await use({
      page,
      result,
      read: async (url, limits) => {
        const { end, text } = await result(url, limits);
        return end.kind === 'end' ? text : end.code;
      },
      grant: async (host) => {
        await (await ask(host)).press('Allow this site');
        await answered();
      },
      grantScripts: async (host) => {
        await (await ask(host, 'ask_render')).press('Allow its scripts');
        await answered();
      },
      render: async (url) => {
        const { end, text } = await result(url, { kind: 'render' });
        return end.kind === 'end' ? text : end.code;
      },
      companion: () => ask('another.example'),
    });
  },
});
export { expect } from '@playwright/test';
