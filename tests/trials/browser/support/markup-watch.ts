import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from '@playwright/test';
import { noteMarkup, type Noted } from './note-markup.ts';

/** A server that nobody may reach, not even to connect: whatever gets through the page's defences is noted by it. */
export class MarkupWatch {
  readonly #faults: string[] = [];
  readonly #page: Page;
  readonly #server = createServer((request, response) => {
    this.#faults.push(`the stranger was asked for ${request.url ?? ''}`);
    response.end();
  });
  /** Paths of the scripted site that were approved. */
  readonly #approved = new Set<string>();
  #origins: readonly string[] = [];

  private constructor(page: Page) {
    this.#page = page;
    this.#server.on('connection', () => this.#faults.push('somebody connected to the stranger'));
    page.on('dialog', (dialog) => {
      this.#faults.push(`a dialog said ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => this.#faults.push(`uncaught: ${error.message}`));
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame()) this.#faults.push(`a frame went to ${frame.url()}`);
      else if (!this.#isExpected(frame.url())) this.#faults.push(`the page went to ${frame.url()}`);
    });
    page.context().on('page', (opened) => this.#faults.push(`a page was opened at ${opened.url()}`));
    page.context().on('request', (request) => this.#note(request));
  }

  /** To be called before the page is opened; `origins` are the app's and those of the scripted servers. */
  static async over(page: Page, origins: readonly string[]): Promise<MarkupWatch> {
    const watch = new MarkupWatch(page);
    await new Promise<void>((resolve) => watch.#server.listen(0, '127.0.0.1', resolve));
    watch.#origins = origins;
    await page.addInitScript(noteMarkup, watch.stranger);
    return watch;
  }

  get stranger(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  approve(path: string): void {
    this.#approved.add(path);
  }

  /** What has gone wrong up to now. */
  async faults(): Promise<string[]> {
    return [...this.#faults, ...(await this.#noted()).faults];
  }

  /** The payloads whose text has been in the document since the last time. */
  async seen(): Promise<Set<number>> {
    const seen = new Set((await this.#noted()).seen);
    await this.#page.evaluate(() => (window as unknown as { lookAnew: () => void }).lookAnew());
    return seen;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #noted(): Promise<Noted> {
    return this.#page.evaluate(() => (window as unknown as { noted: () => Noted }).noted());
  }

  #isExpected(address: string): boolean {
    const { protocol, origin } = new URL(address);
    return ['data:', 'blob:', 'about:'].includes(protocol) || this.#origins.includes(origin);
  }

  #note(request: Request): void {
    const address = request.url();
    if (!this.#isExpected(address)) this.#faults.push(`asked for ${address}`);
    else if (/^http/.test(address) && /p\d+x/.test(nameless(address)) && !this.#approved.has(address))
      this.#faults.push(`asked for what nobody approved: ${address}`);
  }
}

/** The address without the hash in the name of one of the app's own files, which may look like a payload's name. */
const nameless = (address: string) => address.replace(/\/assets\/[\w.-]+$/, '/assets/');
