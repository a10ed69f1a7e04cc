import type { Happened, JournalEntry } from './journal.ts';

/**
 * Since when the call that an entry ends had been under way, by the entry's `seq`, in milliseconds since 1970. A tool
 * call says when it begins. A model call does not: it is taken to begin when what it answers was recorded, or when a
 * rest was over; without any sign of that in `entries` its time is not known.
 */
export function callTimes(entries: readonly JournalEntry[]): ReadonlyMap<number, number> {
  const begun = new Map<number, number>();
  /** The latest sign of work by place: a step, or all that is done outside of steps. */
  const signs = new Map<string, number>();
  const tools = new Map<string, number>();
  for (const { seq, at: instant, task_id, step_id, body } of entries) {
    const at = Date.parse(instant);
    const task = task_id ?? '';
    const place = step_id === null ? '' : `${task}/${step_id}`;
    const since =
      body.type === 'tool_result'
        ? tools.get(`${place}/${body.call}`)
        : body.type === 'model_reply' || body.type === 'model_error'
          ? latest(signs.get(place), step_id === null ? undefined : signs.get(`${task}/`))
          : undefined;
    if (since !== undefined) begun.set(seq, Math.min(since, at));
    if (body.type === 'tool_call') tools.set(`${place}/${body.call}`, at);
    if (isAside(body)) continue;
    signs.set(place, body.type === 'model_error' ? Math.max(at, Date.parse(body.retry_at) || at) : at);
    if (body.type === 'plan_step_end') signs.set('', at);
    if (body.type === 'resume' || (body.type === 'replanned' && body.cause === 'clarified')) signs.set(`${task}/`, at);
  }
  return begun;
}

/** What is said while work goes on starts no call by itself. */
function isAside(body: Happened): boolean {
  return body.type === 'notice' || (body.type === 'message' && (body.kind === 'guidance' || body.kind === 'command'));
}

function latest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : Math.max(one, other ?? one);
}
