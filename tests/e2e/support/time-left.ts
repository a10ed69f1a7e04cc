import { test as base } from '@playwright/test';

/**
 * Playwright's `test`, which skips what would begin after CI's time for its part of the trials: scripts/trials.mjs gives the
 * end as `TRIALS_UNTIL`, in milliseconds since 1970, and scripts/test-totals.mjs names what was skipped for this reason.
 */
export const test = base.extend<{ timeLeft: undefined }>({
  timeLeft: [
    async ({}, use, info) => {
      info.skip(info.retry === 0 && Date.now() > Number(process.env.TRIALS_UNTIL ?? Infinity), 'no time left');
      await use(undefined);
    },
    { auto: true },
  ],
});
