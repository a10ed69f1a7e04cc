import type { App } from '../ui/app/app.svelte.ts';
import type { LazyPageParts } from './lazy-page-parts.ts';

/**
 * Loads and starts everything that the first paint does not need. `arrival` is the fragment that the page was opened
 * with, `answer` the answer to a sign-in.
 */
export function startAfterFirstPaint(app: App, parts: LazyPageParts, arrival: string, answer: string): void {
  app.painted = true;
  void import('./background-work.ts')
    .then(({ startBackgroundWork }) => startBackgroundWork(app, parts))
    .catch(() => undefined);
  void app.words.loadAll();
  void parts.backup().catch(() => undefined);
  void parts.connectionTests().catch(() => undefined);
  void parts
    .pwa()
    .then(async (loadedPwa) => Promise.all([loadedPwa.receive(arrival, answer), loadedPwa.noteKeeping()]))
    .catch(() => undefined);
  void parts.parts
    .watched(import('../ui/rest-of-page.ts').then(({ loadRestOfPage }) => loadRestOfPage()))
    .catch(() => undefined)
    .then(parts.serviceWorker)
    .catch(() => undefined);
  void parts.others().catch(() => undefined);
  void parts.engine().catch(() => undefined);
}
