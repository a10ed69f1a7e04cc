import type { LazyModules } from '../app/lazy-modules.svelte.ts';
import type { sessionViewFactories } from './session-views.ts';

/**
 * Creates the session views of the page. The code is loaded with the first session, since the welcome page does not
 * need it, and then kept: importing it again is asynchronous, and keys typed meanwhile would be lost.
 */
export class SessionViewLoader {
  readonly #parts: () => LazyModules;
  #made: typeof sessionViewFactories | null = null;

  constructor(parts: () => LazyModules) {
    this.#parts = parts;
  }

  readonly made = async (): Promise<typeof sessionViewFactories> =>
    (this.#made ??= (await this.#parts().watched(import('./session-views.ts'))).sessionViewFactories);
}
