import type { BrowserContext } from '@playwright/test';

/** What the tests need of a browser with the companion in it, in Chromium and in Firefox. */
export interface CompanionBrowser {
  version: string;
  /** Absent in Firefox, which Playwright does not drive here. */
  context?: BrowserContext;
  /** Opens a page and waits until it has loaded. */
  open(address: string): Promise<BrowserPage>;
  /** The page that the companion has opened to ask the person about a site; waits for it. */
  companionPage(host: string): Promise<BrowserPage>;
  /**
   * Gives or takes away the browser's own permission for a site, as its settings do, without the companion's page.
   * `own` is that page, through which it is done in Firefox.
   */
  permit(own: BrowserPage, origin: string, given: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface BrowserPage {
  /** What an expression in the page comes to, promises awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Presses the first button with just this text, as a person would. */
  press(text: string): Promise<void>;
  close(): Promise<void>;
}
