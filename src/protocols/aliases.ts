import type { ControlToolName } from './control-tools.ts';
import { simplified } from '../values/simplified-chinese.ts';

/**
 * The kind of decision that is requested from the model. If the model calls a control tool by a wrong name, this
 * decides which tool was meant.
 */
export type DecisionPoint = 'intake' | 'thought' | 'replan' | 'evaluation';

const finishing = [
  'finish',
  'done',
  'complete',
  'completed',
  'finished',
  'submit',
  'final_answer',
  'attempt_completion',
];
const asking = ['ask', 'ask_question', 'ask_human', 'ask_person', 'ask_followup_question', 'clarify', 'request_input'];
const planning = ['plan', 'make_plan', 'set_plan', 'write_plan', 'draft_plan', 'todo_write', 'write_todos', 'replan'];

/** The names by which models call the control tools, by decision point. */
const calls: Record<DecisionPoint, Partial<Record<ControlToolName, readonly string[]>>> = {
  intake: {
    create_plan: ['update_plan', 'new_plan', 'create_steps', 'create_task_list', ...planning],
  },
  thought: {
    finish_step: ['finish_task', 'step_done', 'end_step', 'complete_step', 'step_complete', 'task_done', ...finishing],
    ask_user: asking,
    update_plan: ['create_plan', 'revise_plan', 'replace_plan', 'modify_plan', ...planning],
  },
  replan: {
    keep_plan: ['keep', 'unchanged', 'no_change', 'continue', 'continue_plan', 'proceed', 'finish_step', 'step_done'],
    update_plan: ['create_plan', 'update', 'revise_plan', 'replace_plan', 'modify_plan', ...planning],
    finish_task: ['task_done', 'complete_task', 'end_task', 'finish_plan', ...finishing],
    ask_user: asking,
  },
  evaluation: { judge_step: ['judge', 'evaluate', 'evaluate_step', 'verdict'] },
};

/** The accepted names of a contract's status, by decision point. */
const statuses: Record<Exclude<DecisionPoint, 'evaluation'>, Record<string, readonly string[]>> = {
  intake: {
    planned: ['plan', 'create_plan', 'planning'],
    answer: ['answered', 'response', 'done', 'reply'],
    continue: ['act', 'action', 'tool', 'call'],
  },
  thought: {
    continue: ['act', 'action', 'tool', 'call', 'tool_call', 'in_progress', 'working'],
    ask_user: ['ask', 'question', 'clarify', 'need_info'],
    done: ['finish_step', 'finish_task', 'success', 'step_done', ...finishing],
    blocked: ['failed', 'error', 'impossible', 'cannot', 'stuck'],
  },
  replan: {
    unchanged: ['keep', 'keep_plan', 'no_change', 'same', 'continue', 'ok'],
    replanned: ['update_plan', 'updated', 'revised', 'planned', 'plan', 'replan'],
    ask_user: ['ask', 'question', 'clarify', 'need_info'],
    done: ['finish_task', 'success', 'task_done', ...finishing],
  },
};

/**
 * The other names that are accepted for the keys of a contract, by key. If an object has several of them, the one
 * listed first counts.
 */
export const keyAliases = {
  contract: {
    status: ['state', 'decision_type'],
    plan: [
      'steps',
      'tasks',
      'todos',
      'items',
      'plan_steps',
      'remaining_steps',
      'remaining',
      'new_plan',
      '计划',
      '步骤',
    ],
    next_action: ['action', 'tool_call', 'call', 'function_call'],
    question: ['questions', 'ask', 'query', 'message', 'text', '问题'],
    response: ['result', 'answer', 'summary', 'message', 'text', 'output', 'final_answer', 'reason', '回答', '结果'],
    plan_still_fits: ['still_fits', 'fits', 'plan_fits'],
    blocked: ['is_blocked', 'failed', 'impossible'],
  },
  action: {
    tool: ['name', 'tool_name', 'function'],
    input: ['arguments', 'args', 'parameters', 'params', 'tool_input'],
  },
  step: {
    id: ['step_id', 'number', 'step', 'index'],
    description: [
      'instruction',
      'instructions',
      'task',
      'content',
      'text',
      'action',
      'title',
      'step',
      'goal',
      'name',
      '描述',
      '任务',
      '步骤',
      '内容',
    ],
    tool: ['tool_name', 'function', '工具'],
    parameters: ['params', 'input', 'arguments', 'args', 'tool_input', '参数'],
    dependencies: ['depends_on', 'dependsOn', 'deps', 'requires', 'after', '依赖'],
    expected_output: ['expected', 'expectedOutput', 'expected_result', 'outcome'],
  },
} as const;

function plain(name: string): string {
  return simplified(name)
    .trim()
    .replace(/^(?:functions?|tools?|default_api)[.:]/i, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

const controls: ReadonlySet<string> = new Set<ControlToolName>([
  'create_plan',
  'update_plan',
  'finish_step',
  'ask_user',
  'keep_plan',
  'finish_task',
  'judge_step',
]);

/** Returns the control tool meant by a name at this point, or null for the name of another tool. */
export function controlToolNamed(name: string, place: DecisionPoint): ControlToolName | null {
  const toolWord = plain(name);
  const controlTool = entryOf(calls[place], toolWord);
  return controlTool ?? (controls.has(toolWord) ? (toolWord as ControlToolName) : null);
}

/** The other names by which models call a control tool at this point. */
export function controlToolAliases(name: ControlToolName, place: DecisionPoint): readonly string[] {
  return calls[place][name] ?? [];
}

/**
 * Returns the status that the contract has at this decision point for a word of the model, such as `planned` for
 * `create_plan`; the word itself, normalised, if it is no known name of a status.
 */
export function canonicalStatus(statusWord: string, place: Exclude<DecisionPoint, 'evaluation'>): string {
  const status = plain(statusWord);
  return entryOf(statuses[place], status) ?? status;
}

function entryOf<Name extends string>(table: Partial<Record<Name, readonly string[]>>, aliasWord: string): Name | null {
  const entries = Object.entries(table) as [Name, readonly string[]][];
  if (entries.some(([name]) => name === aliasWord)) return aliasWord as Name;
  return entries.find(([, names]) => names.includes(aliasWord))?.[0] ?? null;
}

/** The object with its keys renamed to those of its contract; correctly named values stay. */
export function renameKeys(
  value: Record<string, unknown>,
  table: Record<string, readonly string[]>,
): Record<string, unknown> {
  const canonicalFields: Record<string, unknown> = { ...value };
  const fields = new Map(Object.keys(value).map((name) => [simplified(name), name]));
  for (const [key, names] of Object.entries(table)) {
    if (isGiven(canonicalFields[key])) continue;
    const other = names
      .flatMap((name) => fields.get(name) ?? [])
      .find((name) => isGiven(value[name]) && !(name in table));
    if (other !== undefined) canonicalFields[key] = value[other];
  }
  return canonicalFields;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
