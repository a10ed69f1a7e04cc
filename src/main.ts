import './values/without-eval.ts';
import { mount } from 'svelte';
import { runAfterPaint } from './browser/run-after-paint.ts';
import { takeSignInResponse } from './browser/sign-in-answer.ts';
import { webStorage } from './browser/web-storage.ts';
import { startAfterFirstPaint } from './app/start-after-first-paint.ts';
import { openApp } from './app/open-app.ts';
import type { App } from './ui/app/app.svelte.ts';
import { preferredLanguage } from './ui/app/apply-settings.ts';
import { languages } from './i18n/languages.ts';
import Page from './ui/App.svelte';
import './ui/style.css';

/** The answer to a sign-in, taken out of the page's address before anything else can read or store it. */
const answer = takeSignInResponse(
  window,
  webStorage(() => sessionStorage),
);
/** Loads the preferred language while the database is opened, which alone knows whether another one was chosen. */
void languages[preferredLanguage('auto', navigator.languages)].first().catch(() => undefined);
/** The fragment that the page was opened with; it is soon replaced by that of the displayed session. */
const arrival = location.hash;
const { app: opening, parts } = openApp();
/** Not awaited at module level: what is loaded while the app opens may import from this module's chunk. */
void opening.then((app) => app.worded.then(() => begin(app, () => startAfterFirstPaint(app, parts, arrival, answer))));

/**
 * Shows the page. After the first paint it calls `rest`, which loads everything else, so that the page still works if
 * the network is lost later.
 */
function begin(app: App, rest: () => void): void {
  /** A page in the back/forward cache must not keep its sessions from other tabs. */
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) app.suspend();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) app.wake();
  });
  const target = document.getElementById('app');
  if (!target) return;
  new MutationObserver((_, observer) => {
    if (!target.firstElementChild) return;
    observer.disconnect();
    /** Before anything of the page can be translated. */
    void import('./browser/page-translation.ts')
      .then((pageTranslation) => pageTranslation.repairTranslatedTextNodes())
      .catch(() => undefined);
    runAfterPaint(rest);
  }).observe(target, { childList: true });
  mount(Page, { target, props: { app } });
}
