import './page.css';
import { keep, kept, type Kept, type LogEntry } from '../kept.ts';
import { grantedSites, revokeSite } from '../sites.ts';
import { element } from './element.ts';
import { questionCard } from './question-card.ts';
import { wordsFor } from './words.ts';

const language = chrome.i18n.getMessage('language');
const { name } = chrome.runtime.getManifest();
const words = wordsFor(language);
const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
const size = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const main = document.querySelector('main');
const shown = element('div');

function stateCard({ paused }: Kept): HTMLElement {
  return element(
    'section',
    { class: paused ? 'card row paused' : 'card row' },
    element('span', {}, paused ? words.is_paused : words.is_on),
    element('button', { press: () => keep((was) => ({ paused: !was.paused })) }, paused ? words.go_on : words.pause),
  );
}

function siteRow(origin: string): HTMLElement {
  const { host } = new URL(origin);
  return element(
    'li',
    { class: 'row' },
    element('b', {}, host),
    element('button', { 'aria-label': words.revoke_site(host), press: () => revokeSite(origin) }, words.revoke),
  );
}

function logRow({ at, url, outcome, bytes }: LogEntry): HTMLElement {
  const brought = outcome === 'read' ? ` · ${size.format(bytes / 1000)} kB` : '';
  return element(
    'li',
    {},
    element('code', {}, url),
    element('br'),
    element('time', { datetime: new Date(at).toISOString() }, time.format(at)),
    element('span', { class: outcome === 'read' ? 'soft' : 'soft refused' }, ` · ${words.outcomes[outcome]}${brought}`),
  );
}

async function show(): Promise<void> {
  const [now, sites] = await Promise.all([kept(), grantedSites()]);
  const clear = element('button', { press: () => keep(() => ({ log: [] })) }, words.clear);
  shown.replaceChildren(
    stateCard(now),
    element('h2', {}, words.sites),
    sites.length > 0 ? element('ul', {}, ...sites.map(siteRow)) : element('p', { class: 'soft' }, words.no_sites),
    element('div', { class: 'row' }, element('h2', {}, words.log), ...(now.log.length > 0 ? [clear] : [])),
    element('p', { class: 'soft' }, now.log.length > 0 ? words.log_kept : words.no_log),
    element('ul', {}, ...now.log.map(logRow)),
  );
}

document.documentElement.lang = language;
document.title = name;
const question = questionCard(words, location.hash);
main?.append(
  element('header', {}, element('img', { src: 'icon.png', alt: '' }), element('h1', {}, name)),
  element('p', { class: 'soft' }, words.serves(cairnOrigins.join(', '))),
  ...(question ? [question] : []),
  shown,
);
addEventListener('hashchange', () => location.reload());
chrome.storage.onChanged.addListener(() => void show());
void show();
