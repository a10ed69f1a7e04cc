import type { Step } from '../../plan/step.ts';

/** Other tools' names for the fields of a plan and of a step, in order of preference. */
export const planFieldNames: Readonly<Record<string, readonly string[]>> = {
  goal: ['goal', 'task_description', 'taskDescription', 'objective', 'user_request', 'title', 'name', 'task', 'query'],
  created_at: ['created_at', 'createdAt', 'created'],
  updated_at: ['updated_at', 'updatedAt', 'updated'],
};

export const stepFieldNames: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'task_id', 'taskId', 'step_id', 'stepId', 'uid'],
  description: [
    ...['description', 'content', 'action', 'task_description', 'taskDescription', 'task_name', 'taskName', 'title'],
    ...['name', 'task', 'text', 'value', 'subject', 'summary', 'todo', 'label', 'instruction', 'step', 'desc', 'goal'],
  ],
  status: ['status', 'state', 'done', 'completed', 'complete', 'checked', 'isCompleted', 'is_completed', 'finished'],
  tool: ['tool', 'tool_name', 'toolName'],
  parameters: ['parameters', 'params', 'args', 'arguments', 'tool_input', 'input'],
  dependencies: [
    ...['dependencies', 'depends_on', 'dependsOn', 'blockedBy', 'blocked_by', 'dependent_task_ids', 'deps', 'dep'],
    ...['requires', 'needs', 'prerequisites', 'depends', 'dependency', 'after'],
  ],
  expected_output: ['expected_output', 'expectedOutput', 'expected_result'],
  result: ['result'],
  started_at: ['started_at', 'startedAt', 'startTime', 'start_time'],
  ended_at: ['ended_at', 'endedAt', 'endTime', 'end_time', 'completed_at', 'completedAt'],
  plan: ['plan', 'subtasks', 'sub_tasks', 'subTasks', 'substeps', 'sub_steps', 'children', 'steps', 'tasks', 'todos'],
};

/** The names of fields that hold the steps of a plan. */
export const stepListNames = [
  'steps',
  'todos',
  'tasks',
  'plan',
  'items',
  'todo',
  'subtasks',
  'actions',
  'checklist',
] as const;

/** The names of fields whose numbers give the order of steps. */
export const orderFieldNames = [
  'order',
  'step',
  'step_number',
  'stepNumber',
  'number',
  'index',
  'position',
  'seq',
] as const;

/** All fields of a step, in the order of the file format. */
export const stepFields = [
  'id',
  'description',
  'status',
  'tool',
  'parameters',
  'dependencies',
  'expected_output',
  'result',
  'output',
  'error',
  'progress',
  'attempts',
  'edited_by_person',
  'in_order',
  'plan',
  'started_at',
  'ended_at',
] as const satisfies readonly (keyof Step)[];
