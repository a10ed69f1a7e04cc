import type { LazyModules } from '../app/lazy-modules.svelte.ts';
import type { sessionViewFactories } from './session-views.ts';

/**
 * Loads the factories of the session views once, when the first session is opened, since the welcome page does not need
 * them. Later calls reuse the loaded code: importing it again would be asynchronous, and keystrokes typed meanwhile
 * would be lost.
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
