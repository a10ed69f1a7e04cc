import { commandList, localizedCommandName, type ParsedCommand } from '../../commands/command-list.ts';
import { runScheduleCommand } from '../../commands/schedule-command.ts';
import { parseStepNumber } from '../../commands/step-number.ts';
import { runTodoCommand } from '../../commands/todo-command.ts';
import { runViewCommand } from '../../commands/view-command.ts';
import type { JournalEntryBody } from '../../task/journal.ts';
import { applyEdit, isHeldByPause } from '../../plan/plan-edits.ts';
import { isUnstarted, type Step } from '../../plan/step.ts';
import { commandAnswerText, escapeMarkdown } from './command-answer-text.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import { downloadPlan } from '../plan/download-plan.ts';
import type { Toasts } from '../app/toasts.svelte.ts';
import type { WorkspaceDialog } from '../app/overlays.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { type Note, noteTitle } from '../../records/note.ts';

/** The parts of the page that commands need. */
export interface CommandHost {
  readonly dependencies: AppDependencies;
  readonly words: Translator;
  readonly toasts: Toasts;
  now(): Date;
  newSession(): Promise<unknown>;
  show(pane: 'plan'): void;
  askImport(): void;
  openTemplates(): void;
  /** The words that the gallery of templates seeks when it opens. */
  templateQuery: string;
  /** The open dialog of the workspace: `memory` shows the notes kept across sessions. */
  dialog: WorkspaceDialog | null;
}

/** What follows a command: `goal_in_new_session` is a goal for a new session; `not_saved` is an entry not stored. */
type Sendable = { kind: 'goal' | 'goal_in_new_session'; text: string } | { kind: 'resume' | 'not_saved' } | null;

/** The commands that send an event to the task; the entry of such a command is stored together with the event. */
const storedWithEvent: ReadonlySet<string> = new Set(['pause', 'continue', 'stop', 'retry', 'skip']);

/**
 * Runs a slash command and stores its journal entry, `commandEntry`. It returns what the caller must still do: send a
 * goal (of `/plan`, which is then the only entry), or for `/continue` resume the task (and store that entry), or put a
 * command back that was not saved; otherwise null.
 */
export async function runCommand(
  command: ParsedCommand,
  commandEntry: JournalEntryBody,
  session: SessionView,
  host: CommandHost,
): Promise<Sendable> {
  const { t } = host.words;
  const tell = (text: string): Promise<boolean> => session.say('notice', text);
  const waits = (step: Step) => session.run !== null && isHeldByPause(session.run.plan, step);
  const isGoal = command.kind === 'command' && command.name === 'plan' && command.rest !== '';
  if (!isGoal && (command.kind !== 'command' || !storedWithEvent.has(command.name)))
    if (!(await session.note(commandEntry))) return { kind: 'not_saved' };
  if (command.kind === 'unknown') {
    const nearest = commandList.find((known) => known.name === command.nearest);
    const name = escapeMarkdown(command.name);
    await tell(
      nearest === undefined
        ? t('commands.unknown', { name })
        : t('commands.unknown_nearest', { name, nearest: localizedCommandName(nearest, host.words.language) }),
    );
  }
  if (command.kind !== 'command') return null;
  const { stores, clock } = host.dependencies;
  const { todos, entries, scheduledRuns } = stores;
  const ports = { todos, entries, scheduledRuns, clock, sessionId: session.id };
  switch (command.name) {
    case 'todo':
      return answer(await runTodoCommand(command.rest, ports));
    case 'schedule':
      return answer(await runScheduleCommand(command.rest, ports));
    case 'view':
      return answer(await runViewCommand(command.rest, ports));
    case 'new':
      if (command.rest) return { kind: 'goal_in_new_session', text: command.rest };
      await host.newSession();
      return null;
    case 'plan':
      if (command.rest) return { kind: 'goal', text: command.rest };
      return answer({ kind: 'plan' });
    case 'pause':
      return (await session.tell({ type: 'plan.pause' }, commandEntry)) ? null : { kind: 'not_saved' };
    case 'continue':
      return { kind: 'resume' };
    case 'stop':
      return (await session.tell({ type: 'plan.stop' }, commandEntry)) ? null : { kind: 'not_saved' };
    case 'retry':
      return onStep('retry', (step) => step.status === 'failed' || waits(step));
    case 'skip':
      return onStep('skip', (step) => isUnstarted(step) || waits(step));
    case 'export':
      downloadPlan(session.run, host);
      return null;
    case 'import':
      host.show('plan');
      host.askImport();
      return null;
    case 'help':
      await tell(help(host.words));
      return null;
    case 'template':
      await template(command.rest);
      return null;
    case 'memory':
      if (command.rest === '') host.dialog = 'memory';
      else await tell(await runMemoryCommand(command.rest, session.id, host));
      return null;
  }

  async function template(rest: string): Promise<unknown> {
    const saving = /^(?:save|保存|存为)(?:\s+(.*))?$/su.exec(rest);
    if (!saving) {
      host.openTemplates();
      host.templateQuery = rest;
      return undefined;
    }
    const steps = session.run?.plan.steps.length ?? 0;
    if (!session.run || steps === 0) return tell(t('commands.template_no_plan'));
    const name = saving[1]?.trim();
    if (!name) return tell(t('commands.template_needs_name'));
    const { run } = session;
    const savedTemplate = await import('../../engine/save-template.ts')
      .then(({ saveRunAsTemplate }) => saveRunAsTemplate(run, name, host.dependencies))
      .catch(() => null);
    return tell(
      savedTemplate ? t('commands.template_saved', { name: escapeMarkdown(savedTemplate.name) }) : t('panes.not_saved'),
    );
  }

  async function answer(commandAnswer: Parameters<typeof commandAnswerText>[0] | { kind: 'plan' }): Promise<null> {
    if (commandAnswer.kind === 'plan') {
      host.show('plan');
      await tell(host.words.tDynamic(session.status.key, session.status.params));
    } else await tell(commandAnswerText(commandAnswer, host.words, host.now(), host.dependencies.clock.zone()));
    return null;
  }

  async function onStep(kind: 'retry' | 'skip', fits: (step: Step) => boolean): Promise<null> {
    const steps = session.run?.plan.steps ?? [];
    const rest = command.kind === 'command' ? command.rest : '';
    const number = parseStepNumber(rest);
    const step = number === undefined ? steps.find(fits) : steps[(number ?? 0) - 1];
    const { run } = session;
    const edited = run && step && applyEdit(run.plan, { kind, id: step.id }, run.plan.updated_at);
    if (edited && !edited.ok) {
      await session.note(commandEntry);
      const { code, step: name, other } = edited.error;
      await tell(t(`edit.${code}`, { step: escapeMarkdown(name), other: escapeMarkdown(other) }));
    } else if (!step) {
      await session.note(commandEntry);
      await tell(
        number !== undefined && steps.length > 0
          ? t('composer.no_such_step', { text: escapeMarkdown(rest), n: steps.length })
          : t(kind === 'retry' ? 'composer.nothing_to_retry' : 'composer.nothing_to_skip'),
      );
    } else if (kind === 'skip') await session.skip(step, [], commandEntry);
    else await session.edit({ kind, id: step.id }, commandEntry);
    return null;
  }
}

function help(words: Translator): string {
  const rows = commandList.map((command) => {
    const usage = command.usage && words.language === 'en' ? ` ${command.usage}` : '';
    const name = `\`${localizedCommandName(command, words.language)}${usage}\``;
    return `- ${words.t('text.pair', { name, text: words.t(`commands.help.${command.name}`) })}`;
  });
  return `**${words.t('commands.title')}**\n\n${rows.join('\n')}`;
}

interface Host {
  dependencies: Pick<AppDependencies, 'clock' | 'stores'>;
  words: Translator;
}

/** Handles `/memory text`: stores the text as a note of the person and returns a sentence about it. */
export async function runMemoryCommand(
  text: string,
  sessionId: string,
  { dependencies, words }: Host,
): Promise<string> {
  const { clock, stores } = dependencies;
  const createdAt = clock.now();
  const note: Note = {
    id: clock.newId('note'),
    title: noteTitle(text),
    text: text.trim(),
    tags: [],
    foreign: false,
    session_id: sessionId,
    created_at: createdAt,
    updated_at: createdAt,
    deleted_at: null,
  };
  try {
    await stores.notes.save(note);
  } catch {
    return words.t('panes.not_saved');
  }
  return words.t('memory.remembered', { title: escapeMarkdown(note.title) });
}
