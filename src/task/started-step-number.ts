import type { JournalEntryBody } from './journal.ts';

/** Returns the number of the step that an entry says has begun, such as 3 or, within a sub-plan, 3.2. */
export const startedStepNumber = ({ number, index }: Extract<JournalEntryBody, { type: 'plan_step_start' }>): string =>
  number ?? String(index);
