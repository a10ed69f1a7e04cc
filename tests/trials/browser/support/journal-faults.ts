import type { Recorded } from '../../../e2e/support/stored-tables.ts';

/** What is wrong with a finished task's record: an effect twice, a call that failed, or one too many or too few. */
export function journalFaults(journal: readonly Recorded[], calls: number): string[] {
  const effects = journal.flatMap(({ effect }) => (effect === undefined ? [] : [effect]));
  const doubled = effects.filter((effect, at) => effects.indexOf(effect) !== at);
  const results = journal.filter(({ body }) => body.type === 'tool_result');
  const failed = results.filter(({ body }) => !(body.result as { ok: boolean }).ok);
  /** A line without a time of the next try counts the cost of a call that the page itself ended, such as on leaving. */
  const unreached = journal.filter(({ body }) => body.type === 'model_error' && body.retry_at !== '');
  const misread = journal.filter(({ body }) => body.type === 'planning_retry');
  return [
    ...doubled.map((effect) => `the effect ${effect} is on record twice`),
    ...failed.map(({ body }) => `a call failed: ${JSON.stringify(body)}`),
    ...unreached.map(({ body }) => `the model was not reached: ${JSON.stringify(body)}`),
    ...misread.map(({ body }) => `the model was not understood: ${JSON.stringify(body)}`),
    ...(results.length === calls ? [] : [`${results.length} calls are on record, not ${calls}`]),
  ];
}
