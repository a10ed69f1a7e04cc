import { parseReadableAddress } from '../readable-address.ts';
import { grantSite } from '../sites.ts';
import { element } from './element.ts';
import { localizedText } from './say.ts';
import * as words from './words.ts';

/**
 * Returns the question that the page was opened with, or null. Its tab closes with the answer; the browser's own prompt
 * follows the click.
 */
export function questionCard(hash: string): HTMLElement | null {
  const questionParameters = new URLSearchParams(hash.slice(1));
  const origin = questionParameters.get('origin') ?? '';
  const address = parseReadableAddress(`${origin}/`);
  if (typeof address === 'string' || address.origin !== origin) return null;
  /** Invisible characters and those that change the reading direction are left out. */
  const renders = questionParameters.has('renders');
  const why = (questionParameters.get('why') ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').trim();

  const error = element('p', { class: 'refused', role: 'alert' });
  const allow = element(
    'button',
    { class: 'main', press: () => decide(true) },
    localizedText(renders ? words.allowRender : words.allow),
  ) as HTMLButtonElement;
  liveOnceSeen(allow);
  const decide = async (isGranted: boolean) => {
    if (!isGranted) return leave(origin);
    if (await grantSite(origin, renders)) await leave(origin);
    else error.textContent = localizedText(words.notAllowed);
  };
  addEventListener('pagehide', () => void chrome.runtime.sendMessage(origin));
  return element(
    'section',
    { class: 'card ask' },
    element('h2', {}, localizedText(renders ? words.askRender : words.ask, address.host)),
    ...(why ? [element('p', {}, localizedText(words.askedWhy), ' ', element('q', {}, why))] : []),
    element('p', { class: 'soft' }, localizedText(renders ? words.askRenderMeans : words.askMeans)),
    element(
      'p',
      { class: 'end' },
      element('button', { press: () => decide(false) }, localizedText(words.decline)),
      ' ',
      allow,
    ),
    error,
  );
}

async function leave(origin: string): Promise<void> {
  await chrome.runtime.sendMessage(origin);
  const { id } = (await chrome.tabs.getCurrent()) ?? {};
  if (id !== undefined) await chrome.tabs.remove(id);
}

/** How long the question must be visible before it can be answered, in milliseconds. */
const time = 1000;

/**
 * Enables a button only once its page has been in front for a moment, so that no click meant for another page counts.
 */
function liveOnceSeen(button: HTMLButtonElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    button.disabled = true;
    if (document.visibilityState === 'visible' && document.hasFocus())
      timer = setTimeout(() => (button.disabled = false), time);
  };
  document.addEventListener('visibilitychange', look);
  for (const event of ['focus', 'blur']) addEventListener(event, look);
  look();
}
