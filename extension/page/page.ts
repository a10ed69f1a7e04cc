import './page.css';
import {
  changeCompanionData,
  readCompanionData,
  type CompanionData,
  type LogEntry,
  dataInForceMessage,
} from '../stored-data.ts';
import { grantedSites, scriptAllowedSites, revokeSite } from '../sites.ts';
import { element } from './element.ts';
import { questionCard } from './question-card.ts';
import { language, localizedText } from './say.ts';
import * as words from './words.ts';

const { name } = chrome.runtime.getManifest();
const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
const size = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const main = document.querySelector('main');
const pageContent = element('div');

function stateCard({ paused }: CompanionData): HTMLElement {
  return element(
    'section',
    { class: paused ? 'card row paused' : 'card row' },
    element('span', {}, localizedText(paused ? words.isPaused : words.isOn)),
    element(
      'button',
      { press: () => changeCompanionData(() => ({ paused: !paused })) },
      localizedText(paused ? words.goOn : words.pause),
    ),
  );
}

function siteRow(origin: string, renders: boolean): HTMLElement {
  const { host } = new URL(origin);
  return element(
    'li',
    { class: 'row' },
    element('span', {}, element('b', {}, host), renders ? ` · ${localizedText(words.withScripts)}` : ''),
    element(
      'button',
      { 'aria-label': localizedText(words.revokeSite, host), press: () => revokeSite(origin) },
      localizedText(words.revoke),
    ),
  );
}

function logRow({ at, url, outcome, bytes }: LogEntry): HTMLElement {
  const hasContent = outcome === 'read' || outcome === 'rendered';
  const brought = hasContent ? ` · ${size.format(bytes / 1000)} kB` : '';
  return element(
    'li',
    {},
    element('code', {}, url),
    element('br'),
    element('time', { datetime: new Date(at).toISOString() }, time.format(at)),
    element(
      'span',
      { class: hasContent ? 'soft' : 'soft refused' },
      ` · ${localizedText(words.outcomes[outcome])}${brought}`,
    ),
  );
}

async function show(): Promise<void> {
  const [now, sites, rendered] = await Promise.all([readCompanionData(), grantedSites(), scriptAllowedSites()]);
  const clear = element(
    'button',
    { press: () => changeCompanionData(() => ({ log: [] })) },
    localizedText(words.clear),
  );
  pageContent.replaceChildren(
    stateCard(now),
    element('h2', {}, localizedText(words.sites)),
    sites.length > 0
      ? element('ul', {}, ...sites.map((origin) => siteRow(origin, rendered.includes(origin))))
      : element('p', { class: 'soft' }, localizedText(words.noSites)),
    element(
      'div',
      { class: 'row' },
      element('h2', {}, localizedText(words.log)),
      ...(now.log.length > 0 ? [clear] : []),
    ),
    element('p', { class: 'soft' }, localizedText(now.log.length > 0 ? words.logKept : words.noLog)),
    element('ul', {}, ...now.log.map(logRow)),
  );
}

document.documentElement.lang = language;
document.title = name;
const question = questionCard(location.hash);
main?.append(
  element('header', {}, element('img', { src: 'icon.png', alt: '' }), element('h1', {}, name)),
  element('p', { class: 'soft' }, localizedText(words.serves, cairnOrigins.join(', '))),
  ...(question ? [question] : []),
  pageContent,
);
addEventListener('hashchange', () => location.reload());
chrome.runtime.onMessage.addListener((message) => {
  if (message === dataInForceMessage) void show();
});
void show();
