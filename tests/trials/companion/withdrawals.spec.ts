import type { IncomingMessage, ServerResponse } from 'node:http';
import { chromiumId, greeting, readsAMinute } from '../../../extension/protocol.ts';
import { chance } from '../browser/support/chance.ts';
import { pageLine } from './support/page-line.ts';
import { cairn, smallSites } from './support/sites.ts';
import { SmallNet } from './support/small-net.ts';
import type { BrowserPage, CompanionBrowser } from './support/companion-browser.ts';
import { expect, test as base, type Visit } from './support/test.ts';

/** `SEED=7` replays one run, `WITHDRAWALS=1000` makes that many in each browser. */
const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Number(process.env.WITHDRAWALS ?? 200) }, (_, at) => at + 1);

const ways = ['cancel', 'revoke by the page', 'revoke', 'pause', 'removal in the browser'] as const;
/** The sites that a read is led through. */
const roads = [
  ['open'],
  ['open', 'open'],
  ['open', 'plain'],
  ['open', 'plain', 'turns'],
  ['open', 'plain', 'open', 'turns'],
];
const sites = ['open', 'plain', 'turns'].map((name) => `https://${name}.example`);

interface Run {
  seed: number;
  way: (typeof ways)[number];
  road: readonly string[];
  /** The site that is withdrawn. */
  site: string;
  /** How long each answer of a site takes. */
  delays: readonly number[];
  /** The answer that waits until the withdrawal is confirmed; null where none waits. */
  held: number | null;
  /**
   * When the withdrawal begins, as a part of how long a read takes that nobody ends; or of 20 ms after the answer that
   * waits is asked for.
   */
  moment: number;
}

function drawRun(seed: number): Run {
  const draw = chance(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)]!;
  const way = ways[seed % ways.length]!;
  const road = one(roads);
  const delays = road.map(() => Math.floor(draw() * 40));
  const site = `https://${one(road)}.example`;
  const held = draw() < 0.5 ? Math.floor(draw() * road.length) : null;
  return { seed, way, road, site, delays, held, moment: draw() };
}

interface Hop {
  hop: number;
  at: number;
  /** When it was answered; the next one can leave only then. */
  answered: number;
  /** Whether it came after the mark. */
  late: boolean;
}

/**
 * The sites that lead the reads on, hop by hop: `/run/7/0` to `/run/7/1` on the next site of its road. Who hears the
 * confirmation asks for `/mark/7` at that moment, through the same browser: what comes before that had left already.
 */
class Roads {
  readonly hops = new Map<number, Hop[]>();
  #mark = (): void => undefined;
  #run: Run | null = null;
  #release = (): void => undefined;
  #released = Promise.resolve();
  #asked = (): void => undefined;
  /** The run whose mark has come. */
  #late = NaN;

  /** Resolves when the answer that waits is asked for. */
  begin(run: Run): Promise<void> {
    this.#run = run;
    this.#released = new Promise((resolve) => (this.#release = resolve));
    return new Promise((resolve) => (this.#asked = resolve));
  }

  /** Resolves when the mark of the run has come; `hops` from then on are marked as late. */
  untilMark(): Promise<void> {
    return new Promise((resolve) => (this.#mark = resolve));
  }

  release(): void {
    this.#release();
  }

  readonly answer = async (_: IncomingMessage, response: ServerResponse, { pathname }: URL): Promise<void> => {
    const at = Date.now();
    const [, seed = NaN, hop = NaN] = pathname.split('/').slice(1).map(Number);
    const run = this.#run;
    if (pathname.startsWith('/mark/')) {
      this.#late = seed;
      this.#mark();
      response.end();
      return;
    }
    const arrived: Hop = { hop, at, answered: Infinity, late: this.#late === seed };
    this.hops.set(seed, [...(this.hops.get(seed) ?? []), arrived]);
    if (run?.seed !== seed) return;
    if (hop === run.held) {
      this.#asked();
      await this.#released;
    } else await new Promise((resolve) => setTimeout(resolve, run.delays[hop]));
    arrived.answered = Date.now();
    const next = run.road[hop + 1];
    if (next !== undefined) {
      response.writeHead(302, { location: `https://${next}.example/run/${seed}/${hop + 1}` }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).write('the first half, ');
    await new Promise((resolve) => setTimeout(resolve, run.delays[0]));
    response.end('the second half');
  };
}

const test = base.extend<{ led: Roads }>({
  led: async ({}, use) => use(new Roads()),
  net: async ({ led }, use) => {
    const others = smallSites(pageLine(chromiumId, greeting));
    const net = await SmallNet.start((request, response, url) => {
      if (/^\/(?:run|mark)\//.test(url.pathname)) void led.answer(request, response, url);
      else others(request, response, url);
    });
    await use(net);
    net.stop();
  },
});

/**
 * What the companion's page does in these tests, as a person would; each resolves with the moment at which it says so.
 */
const ownPage = `
window.shows = (found) => new Promise((resolve) => {
  const look = () => { if (!found()) return; watch.disconnect(); resolve(Date.now()); };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
});
window.button = (text) => [...document.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.textContent) === text);
window.gone = (host) => shows(() => !button('Revoke ' + host));
`;

/** Has all sites granted and the companion on, whatever was withdrawn before. */
async function grantAll({ page }: Visit, own: BrowserPage, opened: CompanionBrowser, withdrawn: string | null) {
  if (withdrawn) await opened.permit(own, withdrawn, true);
  await own.evaluate(`chrome.storage.local.set({ sites: ${JSON.stringify(sites)}, paused: false, log: [] })`);
  await own.evaluate(
    `shows(() => button('Pause') && ${JSON.stringify(sites)}.every((each) => button('Revoke ' + new URL(each).host)))`,
  );
  expect(await page.evaluate(`line.ask({ kind: 'list' }).then(({ end }) => end.origins)`)).toEqual(sites);
}

const begin = ({ seed, road: [first] }: Run) =>
  `void (line.said.length = 0, line.post({ kind: 'read', id: ${seed}, url: 'https://${first}.example/run/${seed}/0', max_bytes: 9999, timeout_ms: 20000 }))`;

/** How long a read takes that nobody ends, in milliseconds. */
async function usualLength(visit: Visit, own: BrowserPage, opened: CompanionBrowser, led: Roads): Promise<number> {
  await grantAll(visit, own, opened, null);
  const run: Run = { ...drawRun(0), way: 'cancel', road: ['open', 'plain'], delays: [20, 20], held: null };
  let length = 0;
  for (let go = 0; go < 3; go += 1) {
    void led.begin(run);
    const begun = Date.now();
    await visit.page.evaluate(begin(run));
    await visit.page.evaluate(`line.until(() => line.said.find(({ kind }) => kind === 'end' || kind === 'error'))`);
    length = Date.now() - begun;
  }
  return length;
}

/**
 * Withdraws, and resolves with the moment at which that was confirmed to who did it; null where there was nothing left
 * to end.
 */
async function withdraw({ way, site, seed }: Run, { page }: Visit, own: BrowserPage, opened: CompanionBrowser) {
  const { host } = new URL(site);
  const mark = `void fetch('${cairn}/mark/${seed}', { mode: 'no-cors' });`;
  switch (way) {
    case 'cancel':
      return page.evaluate<number | null>(`(async () => {
        if (line.said.some(({ id, kind }) => id === ${seed} && kind === 'end')) return null;
        line.post({ kind: 'cancel', id: ${seed} });
        const { at, kind } = await line.until(() => line.said.find(({ id, kind }) => id === ${seed} && (kind === 'error' || kind === 'end')));
        ${mark}
        return kind === 'error' ? at : null;
      })()`);
    case 'revoke by the page':
      return page.evaluate<number>(
        `line.ask({ kind: 'revoke', origin: '${site}', id: ${100_000 + seed} }).then(({ all }) => { ${mark} return all[0].at; })`,
      );
    case 'revoke':
      return own.evaluate<number>(
        `(button('Revoke ${host}').click(), gone('${host}').then((at) => { ${mark} return at; }))`,
      );
    case 'pause':
      return own.evaluate<number>(
        `(button('Pause').click(), shows(() => button('Go on')).then((at) => { ${mark} return at; }))`,
      );
    case 'removal in the browser': {
      await own.evaluate(`void (window.seen = gone('${host}').then((at) => { ${mark} return at; }))`);
      await opened.permit(own, site, false);
      return own.evaluate<number>('seen');
    }
  }
}

test(`${seeds.length} reads, with and without redirects, each withdrawn at some moment: nothing is asked and nothing delivered after the confirmation`, async ({
  visit,
  opened,
  led,
}, info) => {
  info.setTimeout(60_000 + seeds.length * 10_000);
  const own = await visit.companion();
  await own.evaluate(ownPage);
  for (const site of sites) await opened.permit(own, site, true);
  const faults: string[] = [];
  const usual = await usualLength(visit, own, opened, led);
  const counts = { ended: 0, whole: 0, held: 0, requests: 0 };
  let withdrawn: string | null = null;
  /** The companion refuses what exceeds its reads a minute. */
  let slot: Promise<unknown> = Promise.resolve();
  for (const seed of seeds) {
    const run = drawRun(seed);
    await grantAll(visit, own, opened, withdrawn);
    await slot;
    slot = new Promise((resolve) => setTimeout(resolve, 1.05 * (60_000 / readsAMinute)));
    const asked = led.begin(run);
    await visit.page.evaluate(begin(run));
    if (run.held !== null) await asked;
    const span = run.held === null ? 1.1 * usual : 20;
    await new Promise((resolve) => setTimeout(resolve, run.moment * span));
    const marked = led.untilMark();
    const confirmed = await withdraw(run, visit, own, opened);
    withdrawn = run.way.startsWith('re') ? run.site : null;
    /**
     * What the companion sent before it confirmed may still be on its way to the page; it comes before the answer to
     * this.
     */
    const caughtUp = await visit.page.evaluate<number>(
      `line.ask({ kind: 'list', id: ${200_000 + seed} }).then(({ end }) => end.at)`,
    );
    led.release();
    if (confirmed !== null) await marked;
    /** Whatever was not ended comes to its end; a site withdrawn that the read never meets leaves it alone. */
    const said = await visit.page.evaluate<{ kind: string; code?: string; at: number }[]>(
      `line.until(() => line.said.find(({ id, kind }) => id === ${seed} && (kind === 'error' || kind === 'end')))
        .then(() => new Promise((resolve) => setTimeout(resolve, 150)))
        .then(() => line.said.filter(({ id }) => id === ${seed}).map(({ kind, code, at }) => ({ kind, code, at })))`,
    );
    const end = said.at(-1);
    const hops = led.hops.get(seed) ?? [];
    counts.requests += hops.length;
    counts.held += Number(run.held !== null);
    counts[end?.kind === 'end' ? 'whole' : 'ended'] += 1;
    if (confirmed === null) continue;
    const fault = (what: string) =>
      faults.push(`SEED=${seed}: ${what}: ${JSON.stringify({ run, confirmed, said, hops })}`);
    const forbidden = ({ hop }: Pick<Hop, 'hop'>) =>
      !/^re/.test(run.way) || `https://${run.road[hop]}.example` === run.site;
    for (const hop of hops) {
      const before = hops.find((each) => each.hop === hop.hop - 1 && each.answered <= hop.at);
      if (forbidden(hop) && (hop.late || (before?.answered ?? 0) > confirmed))
        fault(`asked ${hop.at - confirmed} ms later`);
    }
    /** A page that has come goes on where only a site on the way to it was revoked. */
    const isOfIt =
      !/^re/.test(run.way) || hops.some(({ hop }) => (hop === 0 || hop === run.road.length - 1) && forbidden({ hop }));
    const delivered = isOfIt ? said.filter(({ kind, at }) => kind !== 'error' && at > caughtUp) : [];
    if (delivered.length > 0) fault('delivered later');
  }
  info.annotations.push({
    type: 'figures',
    description: `${opened.version}: ${seeds.length} runs, ${counts.held} with an answer held until the confirmation, ${counts.requests} requests; ${counts.ended} ended, ${counts.whole} whole before that; ${faults.length} faults`,
  });
  console.log(info.annotations.at(-1)?.description);
  expect(faults).toEqual([]);
});
