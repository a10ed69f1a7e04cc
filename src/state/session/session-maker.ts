import type { Parts } from '../app/parts.svelte.ts';
import type { sessionMakers } from './session-makers.ts';

/**
 * What makes the sessions of the page: loaded with the first one, since the welcome page does without, and then kept. To ask
 * the browser again takes a while, even for a part that is there, and what is typed meanwhile would go astray.
 */
export class SessionMaker {
  readonly #parts: () => Parts;
  #made: typeof sessionMakers | null = null;

  constructor(parts: () => Parts) {
    this.#parts = parts;
  }

  readonly made = async (): Promise<typeof sessionMakers> =>
    (this.#made ??= (await this.#parts().watched(import('./session-makers.ts'))).sessionMakers);
}
