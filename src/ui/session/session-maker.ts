import type { LazyModules } from '../app/lazy-modules.svelte.ts';
import type { sessionMakers } from './session-makers.ts';

/**
 * Creates the session views of the page. The code is loaded with the first session, since the welcome page does not
 * need it, and then kept: importing it again is asynchronous, and keys typed meanwhile would be lost.
 */
export class SessionMaker {
  readonly #parts: () => LazyModules;
  #made: typeof sessionMakers | null = null;

  constructor(parts: () => LazyModules) {
    this.#parts = parts;
  }

  readonly made = async (): Promise<typeof sessionMakers> =>
    (this.#made ??= (await this.#parts().watched(import('./session-makers.ts'))).sessionMakers);
}
