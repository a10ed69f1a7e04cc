import type { ModelWait } from '../domain/model-wait.ts';
import type { Words } from './words.svelte.ts';

/** A wait that is not over sooner is told of. */
const shortWait = 3000;

/**
 * How long the model has been waited for (R11.3), and when it is given up, once half of that time has gone; null for short waits. A model that is
 * being brought into the memory says how far that is.
 */
export function waitingText(wait: ModelWait, now: number, words: Words): string | null {
  const { since, said, limit_ms, loaded } = wait;
  if (loaded !== undefined) return words.t('conversation.loading_model', { percent: Math.round(loaded * 100) });
  const waited = now - Date.parse(since);
  if (waited < shortWait) return null;
  const seconds = Math.floor(waited / 1000);
  const what = said ? 'silent' : 'waiting';
  if (limit_ms === null || waited <= limit_ms / 2) return words.t(`conversation.${what}`, { seconds });
  return words.t(`conversation.${what}_limit`, { seconds, limit: Math.round(limit_ms / 1000) });
}
