import { type CommandName, commandList, localizedCommandName } from '../../commands/command-list.ts';
import { latinKey } from './latin-key.ts';
import { isOver } from '../../task/run.ts';
import { isUnstarted } from '../../plan/step.ts';
import type { Settings } from '../../records/settings.ts';
import type { App } from '../app/app.svelte.ts';
import { panes, type Pane, settingsSections, type SettingsSection } from '../app/page-address.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { downloadPlan } from '../plan/download-plan.ts';
import { startDemo } from '../demo/start-demo.ts';

/** The names of actions that do not belong to a pane, a section or a choice. */
type Own =
  | 'new'
  | 'message'
  | 'approve'
  | 'pause'
  | 'continue'
  | 'unlock'
  | 'stop'
  | 'retry'
  | 'skip'
  | 'undo_edit'
  | 'redo_edit'
  | 'undo_replan'
  | 'add_todo'
  | 'add_entry'
  | 'remember'
  | 'plan_for'
  | 'plan_list'
  | 'plan_graph'
  | 'look_today'
  | 'look_tomorrow'
  | 'look_week'
  | 'look_month'
  | 'export'
  | 'import'
  | 'templates'
  | 'save_template'
  | 'memory'
  | 'bin'
  | 'remove'
  | 'select'
  | 'help'
  | 'shortcuts'
  | 'settings'
  | 'demo';

type Theme = Settings['theme'];
/** The languages to choose from; the palette's messages have a name for each. */
const languageChoices = ['auto', 'en', 'zh'] as const;
type Language = (typeof languageChoices)[number];

export type ActionName = Own | Pane | `settings_${SettingsSection}` | `theme_${Theme}` | `language_${Language}`;

export interface PaletteAction {
  name: ActionName;
  run: () => unknown;
}

/** Returns the actions that are available now, the most likely first. `stop` asks before it stops the plan. */
export function paletteActions(app: App, stop: () => void): PaletteAction[] {
  const { session, settings } = app;
  const offeredActions: PaletteAction[] = [];
  const offer = (name: ActionName, run: () => unknown, fits = true): void => {
    if (fits) offeredActions.push({ name, run });
  };
  if (session) ofPlan(session);
  offer('new', () => app.newSession());
  if (session) ofSession(session);
  offer('demo', () => startDemo(app), !session || !app.hasModel());
  offer('settings', () => app.openSettings());
  for (const section of settingsSections) offer(`settings_${section}`, () => app.openSettings(section));
  for (const theme of ['auto', 'light', 'dark'] as const)
    offer(`theme_${theme}`, () => app.changeSettings({ theme }), settings.theme !== theme);
  for (const language of languageChoices)
    offer(`language_${language}`, () => app.changeSettings({ language }), settings.language !== language);
  offer('shortcuts', () => (app.shortcutsOpen = true));
  return offeredActions;

  function ofPlan(view: SessionView): void {
    const { action } = view.status;
    const steps = view.run?.plan.steps ?? [];
    offer('approve', view.approve, action === 'approve');
    offer('pause', view.pause, action === 'pause');
    offer(
      'continue',
      view.resume,
      action === 'continue' || action === 'decide' || action === 'connect' || action === 'reload',
    );
    offer('unlock', () => (app.dialog = 'unlock'), action === 'unlock');
    offer('stop', stop, view.run !== null && !isOver(view.run.phase));
    offer(
      'retry',
      () => command(slash('retry')),
      steps.some(({ status }) => status === 'failed'),
    );
    offer(
      'skip',
      () => command(slash('skip')),
      steps.some(isUnstarted) && view.run !== null && !isOver(view.run.phase),
    );
    offer('undo_edit', () => view.undoEdit(), view.undoableEdit !== null);
    offer('redo_edit', view.redoEdit, view.redoableEdit !== null);
    offer('undo_replan', view.undoReplan, view.canUndoReplan);
  }

  function ofSession(view: SessionView): void {
    const hasSteps = (view.run?.plan.steps.length ?? 0) > 0;
    const row = app.sessions.find(({ id }) => id === view.id);
    offer('message', () => write());
    for (const pane of panes) offer(pane, () => app.show(pane));
    offer('add_todo', () => write(`${slash('todo')} `));
    offer('add_entry', () => write(`${slash('schedule')} `));
    offer('plan_for', () => write(`${slash('plan')} `));
    offer('look_today', () => command(`${slash('view')} ${app.words.t('commands.word.today')}`));
    offer('look_tomorrow', () => command(`${slash('view')} ${app.words.t('commands.word.tomorrow')}`));
    offer('look_week', () => command(`${slash('view')} ${app.words.t('commands.word.week')}`));
    offer('look_month', () => command(`${slash('view')} ${app.words.t('commands.word.month')}`));
    for (const view of ['list', 'graph'] as const)
      offer(`plan_${view}`, () => showPlan(view), hasSteps && app.settings.plan_view !== view);
    offer('export', () => downloadPlan(view.run, app), hasSteps);
    offer('import', () => {
      app.show('plan');
      app.askImport();
    });
    offer('templates', app.openTemplates);
    offer('save_template', () => write(`${slash('template')} ${app.words.t('commands.word.save')} `), hasSteps);
    offer('memory', () => (app.dialog = 'memory'));
    offer('remember', () => write(`${slash('memory')} `));
    offer('bin', () => (app.dialog = 'bin'));
    offer('help', () => command(slash('help')));
    offer('remove', () => row && app.removeSessions([row]), row !== undefined);
    offer('select', () => (app.dialog = 'select'), app.sessions.length > 1);
  }

  async function showPlan(plan_view: Settings['plan_view']): Promise<void> {
    app.show('plan');
    await app.changeSettings({ plan_view });
  }

  /** Returns a command as the person would type it. */
  function slash(name: CommandName): string {
    const slashCommand = commandList.find((each) => each.name === name);
    return slashCommand ? localizedCommandName(slashCommand, app.words.language) : '';
  }

  /** Runs a command as if it had been typed; its answer appears in the conversation. */
  function command(text: string): Promise<void> | undefined {
    app.show('conversation');
    return app.composer?.send(text);
  }

  /** Focuses the message field, and puts a command before its text. */
  function write(start = ''): void {
    if (matchMedia('(max-width: 47.5em)').matches) app.show('conversation');
    const { composer } = app;
    if (composer && !composer.draft.startsWith(start)) composer.draft = start + composer.draft;
    requestAnimationFrame(() => document.getElementById('message')?.focus());
  }
}

/**
 * Keyboard shortcuts by action; one source for the keyboard, the palette and the list of shortcuts. Single keys work
 * outside of fields and can be turned off (WCAG 2.1.4); `Mod` is Ctrl, on a Mac Cmd.
 */
export const shortcuts = {
  palette: 'Mod+K',
  new: 'n',
  message: 'm',
  pause: 'p',
  continue: 'p',
  conversation: '1',
  plan: '2',
  todo: '3',
  schedule: '4',
  files: '5',
  history: '6',
  settings: ',',
  shortcuts: '?',
} as const;

export type ShortcutName = keyof typeof shortcuts;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/**
 * Returns the names of the shortcuts that a key press means, empty if none. Several shortcuts may share a key; at most
 * one of them is available at a time. The caller must ignore keys pressed in a text field or dialog.
 */
export function pressedShortcuts(pressed: Pressed): ShortcutName[] {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.repeat) return [];
  const names = Object.keys(shortcuts) as ShortcutName[];
  const matchingShortcuts = names.filter((name) => shortcuts[name] === pressed.key.toLowerCase());
  if (matchingShortcuts.length > 0 || pressed.shiftKey) return matchingShortcuts;
  return names.filter((name) => shortcuts[name] === latinKey(pressed));
}
