import type { BrowserContext, Page } from '@playwright/test';
import { isStranger } from './is-stranger.ts';

/**
 * Whom pages and workers ask beside this machine. A test that plays a site from elsewhere, or is about one that is out
 * of reach, names its origin.
 */
export class Strangers {
  readonly #named = new Set<string>();
  readonly #watched = new WeakSet<BrowserContext>();
  readonly #asked = new Set<string>();

  name(...origins: string[]): void {
    origins.forEach((origin) => this.#named.add(origin));
  }

  watch(context: BrowserContext): void {
    if (this.#watched.has(context)) return;
    this.#watched.add(context);
    context.on('request', (request) => this.#note(request.url()));
    const follow = (page: Page) => page.on('websocket', (socket) => this.#note(socket.url()));
    context.pages().forEach(follow);
    context.on('page', follow);
  }

  get asked(): string[] {
    return [...this.#asked];
  }

  #note(address: string): void {
    if (isStranger(address) && !this.#named.has(new URL(address).origin)) this.#asked.add(address);
  }
}
