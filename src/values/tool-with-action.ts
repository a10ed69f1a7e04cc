import { intendedChoice } from './choice-meant.ts';
import { isRecord } from './json.ts';
import { simplified } from './simplified-chinese.ts';

/** A tool as it is offered: its name, and the schema that may list its actions. */
export interface ActingTool {
  name: string;
  schema?: object | undefined;
  /** Set for a tool that is not the app's own: what its words mean is unknown. */
  server?: unknown;
}

/** Other words for the things that a tool works on, by which the tool may also be called. */
export const toolNameSynonyms: Readonly<Record<string, readonly string[]>> = {
  todo: ['todos', 'to_do', 'to_dos', 'todo_item', '待办', '待办事项'],
  schedule: ['calendar', 'event', 'calendar_event', 'calendar_events', '日程', '日历', '行事历'],
  memory: ['memories', '记忆'],
  files: ['file', '文件'],
};

/**
 * Returns the tool and the action that one name means together, such as `add_todo`, `todo.add` or 添加待办; null if none
 * or several fit, and never an action that deletes, forgets or overwrites.
 */
export function toolWithAction<Offered extends ActingTool>(
  callName: string,
  tools: readonly Offered[],
): { tool: Offered; action: string } | null {
  const name = simplified(callName)
    .trim()
    .replace(/^(?:functions?|tools?|default_api)[.:]/i, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s.:-]+/g, '_');
  const matchingTools = tools.flatMap((tool) => {
    const action = tool.server === undefined ? actionIn(name, tool) : null;
    return action === null ? [] : [{ tool, action }];
  });
  return matchingTools.length === 1 ? (matchingTools[0] ?? null) : null;
}

function actionIn(name: string, { name: tool, schema }: ActingTool): string | null {
  const properties = schema && 'properties' in schema ? schema.properties : undefined;
  const field = isRecord(properties) ? properties.action : undefined;
  const actions =
    isRecord(field) && Array.isArray(field.enum) ? field.enum.filter((each) => typeof each === 'string') : [];
  for (const thing of [tool, ...(toolNameSynonyms[tool] ?? [])]) {
    const seam = /^[a-z]/.test(thing) ? '_' : '_?';
    const rest = new RegExp(`^(?:(.+?)${seam}${thing}|${thing}${seam}(.+))$`).exec(name);
    const action = rest && intendedChoice(actions, rest[1] ?? rest[2] ?? '');
    if (action) return action;
  }
  return null;
}
