import type { Page } from '@playwright/test';
import { isStranger } from '../../../e2e/support/is-stranger.ts';

/**
 * Collects what goes wrong in a page without anybody seeing it: uncaught errors, errors in the console, and requests to
 * other machines.
 */
export function watchPage(page: Page, wrong: string[] = []): string[] {
  page.on('pageerror', (error) => wrong.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !url.endsWith('/favicon.ico')) wrong.push(`in the console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (isStranger(request.url())) wrong.push(`asked a stranger: ${request.url()}`);
  });
  return wrong;
}
