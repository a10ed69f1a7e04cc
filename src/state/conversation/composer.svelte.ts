import { commandList, isContinue, parseCommand } from '../../commands/command-list.ts';
import { SerialQueue } from '../../domain/async/serial-queue.ts';
import type { CommandHost } from './composer-commands.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { isOver, type Run } from '../../domain/task/run.ts';
import { canGoOnWithRest } from '../../domain/task/rest-of-task.ts';

/** The page, as far as the message field needs it. */
export interface ComposerHost extends CommandHost {
  hasModel(): boolean;
  /** Unsent text, by session id. */
  readonly drafts: Map<string, string>;
}

/** The message field: the draft of its session, the slash commands that match it, and sending. */
export class Composer {
  readonly #host: ComposerHost;
  readonly #session: SessionView;
  /** Texts sent earlier are handled first. */
  readonly #sent = new SerialQueue();

  constructor(host: ComposerHost, session: SessionView) {
    this.#host = host;
    this.#session = session;
  }

  get draft(): string {
    return this.#host.drafts.get(this.#session.id) ?? '';
  }

  set draft(text: string) {
    this.#host.drafts.set(this.#session.id, text);
  }

  /** The commands whose names begin with the draft, while the draft is nothing but a command's name. */
  readonly offers = $derived.by(() => {
    const typed = /^\/(\S*)$/.exec(this.draft)?.[1]?.toLowerCase();
    if (typed === undefined) return [];
    return commandList
      .filter(({ name, aliases }) => [name, ...aliases].some((word) => word.startsWith(typed)))
      .map(({ name }) => ({ command: `/${name}`, text: this.#host.words.t(`commands.help.${name}`) }));
  });

  /**
   * Handles typed text by its meaning (R3.3, R8.2, R8.4), in the order typed, and records it before acting on it. The
   * meaning depends on the state of the task once this tab works on it; where the tab cannot, the draft stays.
   */
  readonly send = async (typed: string): Promise<void> => {
    const text = typed.trim();
    if (!text) return;
    this.draft = '';
    return this.#sent.run(() => this.#take(text, typed));
  };

  async #take(text: string, typed: string): Promise<void> {
    if (!(await this.#session.takeOver())) {
      this.draft = [this.draft, typed].filter(Boolean).join('\n');
      return;
    }
    const command = parseCommand(text);
    if (!command) return this.#carryOut(this.#kindOf(text), text);
    await this.#session.say('command', text);
    const { runCommand } = await import('./composer-commands.ts');
    const then = await runCommand(command, this.#session, this.#host);
    if (then?.kind === 'goal') await this.#carryOut(this.#kindOf(then.text, false), then.text);
    if (then?.kind === 'resume') await this.#carryOut(this.#kindOf('continue', true), null);
  }

  #kindOf(text: string, saysContinue = isContinue(text)): TypedText {
    return typedText({ isCommand: false, saysContinue }, this.#session.run, this.#host.hasModel());
  }

  /** Acts on a text; `text` is null where it has been recorded already. */
  async #carryOut(kind: TypedText, text: string | null): Promise<void> {
    const session = this.#session;
    const record = async (as: 'goal' | 'guidance' | 'answer' | 'command'): Promise<void> => {
      if (text !== null) await session.say(as, text);
    };
    const notice = (code: string): Promise<void> => session.note({ type: 'notice', code, params: {} });
    switch (kind) {
      case 'goal': {
        if (text === null) return notice('nothing_to_continue');
        const { clock } = this.#host.dependencies;
        await record('goal');
        return session.tell({ type: 'goal.submit', goal: text, run: clock.newId('run'), plan: clock.newId('plan') });
      }
      case 'guidance':
        await record('guidance');
        return session.tell({ type: 'guidance.add', text: text ?? '' });
      case 'answer':
        await record('answer');
        return session.tell({ type: 'question.answer', text: text ?? '' });
      case 'resume':
        await record('command');
        return session.resume();
      case 'show_question': {
        await record('command');
        const question = session.run?.question;
        if (question) await session.say('question', question.text);
        return;
      }
      case 'show_permission':
        await record('command');
        return notice('waiting_permission');
      case 'show_proposal':
        await record('command');
        return notice('waiting_consent');
      case 'at_work':
        await record('command');
        return notice('at_work');
      case 'no_model':
        if (text === null) return notice('nothing_to_continue');
        await record('goal');
        return notice('no_key');
      case 'command':
        return;
    }
  }
}

/** The meanings of a typed text. */
type TypedText =
  | 'command'
  | 'goal'
  | 'guidance'
  | 'answer'
  | 'resume'
  | 'show_question'
  | 'show_permission'
  | 'show_proposal'
  | 'at_work'
  | 'no_model';

/** The meaning of a text in the present state of the task (R3.3, R8.2, R8.4, R10.3). */
export function typedText(
  text: { isCommand: boolean; saysContinue: boolean },
  run: Run | null,
  hasModel: boolean,
): TypedText {
  if (text.isCommand) return 'command';
  const over = !run || isOver(run.phase);
  if (run && text.saysContinue) {
    if (run.phase === 'waiting')
      return run.question ? 'show_question' : run.proposal ? 'show_proposal' : 'show_permission';
    if (run.phase === 'paused' || run.phase === 'blocked' || run.phase === 'failed') return 'resume';
    if (canGoOnWithRest(run)) return 'resume';
    if (!over) return 'at_work';
  }
  if (over) return hasModel ? 'goal' : 'no_model';
  return run.phase === 'waiting' && run.question ? 'answer' : 'guidance';
}
