import type { ActionName } from './palette-actions.ts';
import type { PaletteRow } from './palette.svelte.ts';
import type { iconPaths } from '../kit/icon-paths.ts';

type Icon = keyof typeof iconPaths;

const kinds: Record<Exclude<PaletteRow['kind'], 'action'>, Icon> = {
  session: 'conversation',
  file: 'file',
  todo: 'todo',
  entry: 'calendar',
  note: 'memory',
  step: 'steps',
  message: 'conversation',
};

const actions: Partial<Record<ActionName, Icon>> = {
  ...{ new: 'add', message: 'edit', approve: 'check', pause: 'pause', continue: 'play', unlock: 'key', stop: 'stop' },
  ...{ retry: 'repeat', skip: 'skip', undo_edit: 'undo', undo_replan: 'undo', remember: 'memory', memory: 'memory' },
  ...{ add_todo: 'todo', todo: 'todo', add_entry: 'calendar', schedule: 'calendar', plan_for: 'steps', plan: 'steps' },
  ...{ look_today: 'calendar', look_tomorrow: 'calendar', look_week: 'calendar', look_month: 'calendar' },
  ...{ export: 'download', import: 'upload', templates: 'template', save_template: 'template', bin: 'delete' },
  ...{
    remove: 'delete',
    select: 'delete',
    help: 'question',
    shortcuts: 'question',
    demo: 'play',
    conversation: 'conversation',
  },
  ...{ files: 'file', history: 'history', plan_list: 'steps', plan_graph: 'steps', settings_connection: 'key' },
  ...{
    settings_data: 'shield',
    settings_browser: 'window',
    settings_search: 'search',
    theme_auto: 'eye',
    theme_light: 'eye',
    theme_dark: 'eye',
  },
};

/** The icon of a palette line; by default that of the settings. */
export function paletteRowIcon({ kind, action, widens }: Pick<PaletteRow, 'kind' | 'action' | 'widens'>): Icon {
  if (widens) return 'chevronDown';
  if (kind !== 'action') return kinds[kind];
  return (action && actions[action]) ?? 'settings';
}
