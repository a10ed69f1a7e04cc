/** By which a step of a task is known within its session; without a step, what the task did outside of steps. */
export function placeOf(task: string, step: string | null): string {
  return `${task}/${step ?? ''}`;
}
