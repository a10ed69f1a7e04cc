import type { Page } from '@playwright/test';

/** Collects what goes wrong in a page without anybody seeing it: uncaught errors and errors in the console. */
export function watchPage(page: Page, wrong: string[] = []): string[] {
  page.on('pageerror', (error) => wrong.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !url.endsWith('/favicon.ico')) wrong.push(`in the console: ${message.text()}`);
  });
  return wrong;
}
