import type { CallPurpose, JournalEntryBody } from './journal.ts';
import type { ModelError } from './model-reply.ts';

/**
 * Returns the body of an entry that records only the cost of a call whose reply was not recorded. Store it without an
 * effect, so that the question may be asked again.
 */
export function costOnlyEntryBody(purpose: CallPurpose, error: ModelError): JournalEntryBody {
  return { type: 'model_error', purpose, error, retry_at: '' };
}

/** True for a body that `costOnlyEntryBody` returned. */
export const isCostOnlyEntryBody = (body: JournalEntryBody): boolean =>
  body.type === 'model_error' && body.retry_at === '';
