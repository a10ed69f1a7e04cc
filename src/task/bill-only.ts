import type { CallPurpose, EntryBody } from './journal.ts';
import type { ModelError } from './model-reply.ts';

/**
 * Returns an entry's body that only counts what a call was billed of which nothing else is recorded: the question may be
 * asked again. Store it without an effect.
 */
export function billOnly(purpose: CallPurpose, error: ModelError): EntryBody {
  return { type: 'model_error', purpose, error, retry_at: '' };
}

/** True for a body that `billOnly` returned. */
export const isBillOnly = (body: EntryBody): boolean => body.type === 'model_error' && body.retry_at === '';
