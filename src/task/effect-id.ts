/** The id of an effect: `session/task/place/…/n`; assigned before the effect starts and never reused. */
export type EffectId = string;

interface Task {
  id: string;
  session_id: string;
}

/** The common prefix of all effects of one attempt at a step. */
export function stepEffectPrefix(task: Task, stepId: string, attempt: number): string {
  return `${task.session_id}/${task.id}/${encodeURIComponent(stepId)}/${attempt}/`;
}

/** The id of an effect outside steps, such as `…/~replan/3`; the tilde distinguishes it from step ids. */
export function taskEffectId(task: Task, place: 'intake' | 'planning' | 'replan', n: number): EffectId {
  return `${task.session_id}/${task.id}/~${place}/${n}`;
}

/** The number at the end of an effect id. */
export function effectNumber(id: EffectId): number {
  return Number(id.slice(id.lastIndexOf('/') + 1));
}
