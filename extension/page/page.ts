import './page.css';
import { keep, kept, type Kept, type LogEntry, settled } from '../stored-data.ts';
import { grantedSites, renderedSites, revokeSite } from '../sites.ts';
import { element } from './element.ts';
import { questionCard } from './question-card.ts';
import { language, say } from './say.ts';
import * as words from './words.ts';

const { name } = chrome.runtime.getManifest();
const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
const size = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const main = document.querySelector('main');
const shown = element('div');

function stateCard({ paused }: Kept): HTMLElement {
  return element(
    'section',
    { class: paused ? 'card row paused' : 'card row' },
    element('span', {}, say(paused ? words.isPaused : words.isOn)),
    element('button', { press: () => keep(() => ({ paused: !paused })) }, say(paused ? words.goOn : words.pause)),
  );
}

function siteRow(origin: string, renders: boolean): HTMLElement {
  const { host } = new URL(origin);
  return element(
    'li',
    { class: 'row' },
    element('span', {}, element('b', {}, host), renders ? ` · ${say(words.withScripts)}` : ''),
    element(
      'button',
      { 'aria-label': say(words.revokeSite, host), press: () => revokeSite(origin) },
      say(words.revoke),
    ),
  );
}

function logRow({ at, url, outcome, bytes }: LogEntry): HTMLElement {
  const came = outcome === 'read' || outcome === 'rendered';
  const brought = came ? ` · ${size.format(bytes / 1000)} kB` : '';
  return element(
    'li',
    {},
    element('code', {}, url),
    element('br'),
    element('time', { datetime: new Date(at).toISOString() }, time.format(at)),
    element('span', { class: came ? 'soft' : 'soft refused' }, ` · ${say(words.outcomes[outcome])}${brought}`),
  );
}

async function show(): Promise<void> {
  const [now, sites, rendered] = await Promise.all([kept(), grantedSites(), renderedSites()]);
  const clear = element('button', { press: () => keep(() => ({ log: [] })) }, say(words.clear));
  shown.replaceChildren(
    stateCard(now),
    element('h2', {}, say(words.sites)),
    sites.length > 0
      ? element('ul', {}, ...sites.map((origin) => siteRow(origin, rendered.includes(origin))))
      : element('p', { class: 'soft' }, say(words.noSites)),
    element('div', { class: 'row' }, element('h2', {}, say(words.log)), ...(now.log.length > 0 ? [clear] : [])),
    element('p', { class: 'soft' }, say(now.log.length > 0 ? words.logKept : words.noLog)),
    element('ul', {}, ...now.log.map(logRow)),
  );
}

document.documentElement.lang = language;
document.title = name;
const question = questionCard(location.hash);
main?.append(
  element('header', {}, element('img', { src: 'icon.png', alt: '' }), element('h1', {}, name)),
  element('p', { class: 'soft' }, say(words.serves, cairnOrigins.join(', '))),
  ...(question ? [question] : []),
  shown,
);
addEventListener('hashchange', () => location.reload());
chrome.runtime.onMessage.addListener((message) => {
  if (message === settled) void show();
});
void show();
