import type { Happened, JournalEntry } from '../domain/journal.ts';

/** An entry of the journal with what only its neighbours can tell. */
export interface HistoryLine {
  seq: number;
  at: string;
  body: Happened;
  /** The number of the step it belongs to, where its beginning is in sight. */
  step: number | null;
  /** Milliseconds from the beginning of the step or call that it ends. */
  took: number | null;
}

/** The journal as a timeline. A step is timed from its last beginning, a call from its last attempt. */
export function historyLines(entries: readonly JournalEntry[]): HistoryLine[] {
  const steps = new Map<string, { index: number; at: string }>();
  const calls = new Map<string, string>();
  return entries.map(({ seq, at, body, task_id, step_id }) => {
    const place = `${task_id ?? ''}/${step_id ?? ''}`;
    const since = (start: string | undefined) => (start === undefined ? null : Date.parse(at) - Date.parse(start));
    if (body.type === 'plan_step_start') steps.set(place, { index: body.index, at });
    if (body.type === 'tool_call') calls.set(`${place}/${body.call}`, at);
    const begun = step_id === null ? undefined : steps.get(place);
    const took =
      body.type === 'plan_step_end'
        ? since(begun?.at)
        : body.type === 'tool_result'
          ? since(calls.get(`${place}/${body.call}`))
          : null;
    return { seq, at, body, step: begun?.index ?? null, took };
  });
}
