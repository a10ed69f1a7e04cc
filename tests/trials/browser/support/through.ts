import type { Page } from '@playwright/test';

/** Resolves when the plan that the page shows is completed; does not trouble those who no longer wait for it. */
export function through(page: Page): Promise<void> {
  const completed = page.locator('[data-plan-status="completed"]').waitFor({ timeout: 90_000 });
  completed.catch(() => undefined);
  return completed;
}
