import { isTransientError, isUnannouncedToDevices, type ToolResult } from './tool-result.ts';

/** The largest number of retries after the first try, for transient errors of tools and endpoints. */
export const maxRetries = 3;

/** The longest wait before a retry, in milliseconds. */
export const longestRetryDelay = 120_000;

/**
 * True if a call is made again without the model: it has failed `tries` times in a row, the last time with this result,
 * and is not asked to wait longer than `longestRetryDelay`. A call of which the other devices could not be told waits
 * for them.
 */
export function isCallRetried(result: Pick<ToolResult, 'failure' | 'cause'>, tries: number): boolean {
  const { failure } = result;
  if (isUnannouncedToDevices(result)) return true;
  return (
    failure !== null &&
    isTransientError(failure) &&
    (failure.retry_after_ms ?? 0) <= longestRetryDelay &&
    tries <= maxRetries
  );
}

/**
 * The wait until a time, in milliseconds. A time further off than `longestRetryDelay` was set by a clock that was
 * ahead: the wait is 0.
 */
export function retryWait(now: string, until: string): number {
  const rest = Date.parse(until) - Date.parse(now);
  return rest > 0 && rest <= longestRetryDelay ? rest : 0;
}

/**
 * The time of the next try, ISO: after the delay the endpoint asked for, otherwise after 1, 2, 4 … 60 s with jitter.
 */
export function nextTryTime(
  clock: { now(): string; random(): number },
  tries: number,
  askedFor_ms: number | null,
): string {
  const wait_ms = askedFor_ms ?? Math.min(60_000, 1000 * 2 ** tries) * (0.5 + clock.random() / 2);
  return new Date(Date.parse(clock.now()) + Math.min(wait_ms, longestRetryDelay)).toISOString();
}
