import type { Happened } from '../domain/journal.ts';

export type HistoryKind = 'talk' | 'steps' | 'model' | 'tools' | 'edits';

const kinds: Readonly<Record<Happened['type'], HistoryKind>> = {
  message: 'talk',
  notice: 'talk',
  state: 'steps',
  plan_generated: 'steps',
  planning_retry: 'steps',
  plan_step_start: 'steps',
  plan_step_end: 'steps',
  decision: 'model',
  model_reply: 'model',
  model_error: 'model',
  tool_call: 'tools',
  tool_result: 'tools',
  approval: 'tools',
  replanned: 'steps',
  default: 'steps',
  recovery: 'steps',
  edit: 'edits',
  final_verify: 'steps',
  pause: 'steps',
  resume: 'steps',
  task_end: 'steps',
};

/** Under which filter of the history an entry stands. */
export function historyKind(type: Happened['type']): HistoryKind {
  return kinds[type];
}
