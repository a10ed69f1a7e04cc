import type { Happened } from './journal.ts';
import type { Usage } from './model-reply.ts';

/**
 * What a line of the record adds to what model calls have used (R5.5): a reply, or one that was billed and could not be
 * used. Null where a reply does not say; undefined where nothing was billed.
 */
export function billedUsage(body: Happened): Usage | null | undefined {
  if (body.type === 'model_reply') return body.reply.usage;
  return body.type === 'model_error' ? body.error.usage : undefined;
}
