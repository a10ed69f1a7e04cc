import { commandList, localizedCommandName, parseCommand } from '../../commands/command-list.ts';
import { messageIntent, mentionsPause } from '../../commands/message-intent.ts';
import type { CommandHost } from './composer-commands.ts';
import { isOwnMessage, isNoticeRepeated } from './line-kinds.ts';
import { messageEntry } from '../session/message-entry.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import type { AttachedImage } from '../../records/shown-image.ts';
import { needsReload } from '../app/needs-reload.ts';
import type { StorageError } from '../../ports/storage-health.ts';
import { isDemoId } from '../../task/demo-ids.ts';
import { isOver, isWorking, type Run } from '../../task/run.ts';
import { pendingApprovals } from '../../task/run-steps.ts';
import { canReopen } from '../../task/reopen.ts';
import { joinItems } from '../kit/join-items.ts';
import { withoutMarkdown } from '../../values/without-markdown.ts';

/** The parts of the page that the message field needs. */
export interface ComposerHost extends CommandHost {
  readonly isDemo: boolean;
  readonly faults: { readonly gravest: StorageError | null };
  /** The message field of the session that is shown. */
  readonly composer: Composer | null;
  hasModel(): boolean;
  /** Unsent text, by session id. */
  readonly drafts: Map<string, string>;
  /** Texts that were sent and are still being handled, by session id, the oldest first. */
  readonly sending: Map<string, readonly string[]>;
  /** Unsent images, by session id. */
  readonly attached: Map<string, readonly AttachedImage[]>;
}

/** The message field: the draft of its session, the slash commands that match it, and sending. */
export class Composer {
  readonly #host: ComposerHost;
  readonly #session: SessionView;

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

  /** True if the message is to be sent as soon as its images are ready. */
  #isSending = false;

  /**
   * Replaces an image by its prepared form. Null means that it could not be prepared: it is removed, and the message is
   * not sent without it.
   */
  settle(key: string, ready: AttachedImage['ready']): void {
    this.attached = this.attached.flatMap((image) =>
      image.key !== key ? [image] : ready ? [{ ...image, ready }] : [],
    );
    if (!ready) this.#isSending = false;
    if (this.#isSending && this.attached.every((image) => image.ready)) void this.send(this.draft);
  }

  get attached(): readonly AttachedImage[] {
    return this.#host.attached.get(this.#session.id) ?? [];
  }

  set attached(images: readonly AttachedImage[]) {
    this.#host.attached.set(this.#session.id, images);
  }

  /** The last message that the person sent in this session; undefined before the first. */
  get latest(): string | undefined {
    const line = this.#session.lines.findLast((line) => line.kind === 'message' && isOwnMessage(line.message));
    return line?.kind === 'message' ? line.text : undefined;
  }

  get hasContent(): boolean {
    return this.draft.trim() !== '' || this.attached.length > 0;
  }

  /** True if the draft is a whole command, by any of its names, and not only the slash before one. */
  get isCommand(): boolean {
    return !/^.$/.test(this.draft) && parseCommand(this.draft)?.kind === 'command';
  }

  /** The commands whose names begin with the draft, if the draft is only the beginning of a command. */
  readonly offers = $derived.by(() => {
    const typedCommand = /^[/／、](\S*)$/.exec(this.draft)?.[1]?.toLowerCase();
    if (typedCommand === undefined) return [];
    return commandList
      .filter(({ name, aliases }) => [name, ...aliases].some((word) => word.startsWith(typedCommand)))
      .map((command) => ({
        command: localizedCommandName(command, this.#host.words.language),
        text: this.#host.words.t(`commands.help.${command.name}`),
      }));
  });

  /**
   * Handles typed texts by their meaning, in the order typed, and records each before acting on it. The meaning depends
   * on the state of the task once this tab has taken it over; if it cannot, or if nothing is stored any more, the draft
   * stays.
   */
  readonly send = async (typedText: string): Promise<void> => {
    const images = this.attached;
    if (typedText.trim() === '' && images.length === 0) return;
    this.#isSending = images.some(({ ready }) => !ready);
    if (this.#isSending) return;
    const { faults, toasts, words } = this.#host;
    if (needsReload(faults.gravest)) {
      toasts.refuse(words.t(`trouble.${faults.gravest.code}`));
      return;
    }
    const text = typedText.trim() || this.#host.words.t('images.only', { n: images.length });
    for (const { id, untilSent } of toasts.list) if (untilSent) toasts.dismiss(id);
    this.draft = '';
    this.attached = [];
    const { sending } = this.#host;
    const { id } = this.#session;
    sending.set(id, [...(sending.get(id) ?? []), typedText]);
    const returnedDraft = this.#returned;
    return this.#session.sent
      .run(() => {
        if (this.#returned === returnedDraft) return this.#take(text, typedText, images);
        this.#giveBack(typedText, images);
        return Promise.resolve();
      })
      .finally(() => {
        const rest = sending.get(id)?.slice(1) ?? [];
        if (rest.length > 0) sending.set(id, rest);
        else sending.delete(id);
      });
  };

  async #take(text: string, typed: string, images: readonly AttachedImage[]): Promise<void> {
    const command = parseCommand(text);
    const says = command ? null : await intentOf(text);
    const isContinue = command?.kind === 'command' && command.name === 'continue';
    if (this.#session.elsewhere && (!command || isContinue)) {
      if (this.#isAnswered(this.#kindOf(isContinue ? 'continue' : says))) {
        this.#giveBack('', images);
        return;
      }
    }
    const toEnd = command ? command.kind === 'command' && endsWork.has(command.name) : this.#kindOf(says) === 'pause';
    if (!(await this.#session.takeOver(toEnd))) {
      this.#giveBack(typed, images);
      return;
    }
    if (!command) {
      const kind = this.#kindOf(says);
      /** A goal does not go into the demo's session unless the demo's model is in use: it is sent in a new session. */
      return kind === 'goal' && isDemoId(this.#session.id) && !this.#host.isDemo
        ? this.#sendInNew(typed, images)
        : this.#carryOut(kind, text, images, typed);
    }
    const commands = await import('./composer-commands.ts').catch(() => null);
    if (!commands) {
      this.#giveBack(typed, images);
      return;
    }
    const commandEntry = messageEntry('command', text);
    const then = await commands.runCommand(command, commandEntry, this.#session, this.#host).catch(() => {
      this.#host.toasts.refuse(this.#host.words.t('panes.not_saved'));
      return { kind: 'not_saved' as const };
    });
    if (then?.kind === 'not_saved') {
      this.#giveBack(typed, images);
      return;
    }
    if (then?.kind === 'goal_in_new_session') return this.#sendInNew(then.text, images);
    if (then?.kind === 'goal') return this.#carryOut(this.#kindOf(null), then.text, images);
    this.#giveBack('', images);
    if (then?.kind !== 'resume') return;
    const kind = this.#kindOf('continue');
    if (kind === 'resume') {
      if (!(await this.#session.tell({ type: 'plan.continue' }, commandEntry))) this.#giveBack(typed, []);
    } else if (await this.#session.note(commandEntry)) await this.#carryOut(kind, null);
    else this.#giveBack(typed, []);
  }

  /** Sends a goal in a new session. */
  async #sendInNew(typed: string, images: readonly AttachedImage[]): Promise<void> {
    const isNew = (await this.#host.newSession()) !== null;
    const { composer } = this.#host;
    if (!isNew || !composer || composer === this) {
      this.#giveBack(typed, images);
      return;
    }
    composer.attached = images;
    void composer.send(typed);
  }

  /** The text that was given back and not sent since. */
  #unsent = '';
  /** How many texts have come back: one typed before that comes back, too, since it may refer to what came back. */
  #returned = 0;

  /**
   * Puts a text and images that could not be sent back into the message field: after what was put back earlier, and
   * before what the person has added since.
   */
  #giveBack(typed: string, images: readonly AttachedImage[]): void {
    if (typed !== '') this.#returned += 1;
    const earlier = this.draft.startsWith(this.#unsent) ? this.#unsent : '';
    const since = this.draft.slice(earlier.length).trimStart();
    this.#unsent = [earlier, typed].filter(Boolean).join('\n');
    this.draft = [this.#unsent, since].filter(Boolean).join('\n');
    this.attached = [...images, ...this.attached];
  }

  #kindOf(says: ReturnType<typeof messageIntent>): TypedText {
    const retries = this.#session.status.key.startsWith('plan.status.retrying');
    return meaningOfMessage(says, this.#session.run, this.#host.hasModel(), retries);
  }

  /** Answers a message that only asks how the work stands, by a toast; returns false for any other message. */
  #isAnswered(kind: TypedText): boolean {
    const { toasts, words } = this.#host;
    const question = this.#session.run?.question;
    if (kind in notices) toasts.tell(words.t(`notice.${notices[kind as keyof typeof notices]}`));
    else if (kind === 'show_question' && question) toasts.remind(withoutMarkdown(question.text));
    else return false;
    return true;
  }

  /**
   * Carries out what a text asks for. `text` is null if the text is already in the journal. If it cannot be sent or
   * stored, `typed` and the images are put back into the message field.
   */
  async #carryOut(
    kind: TypedText,
    text: string | null,
    images: readonly AttachedImage[] = [],
    typed = text ?? '',
  ): Promise<void> {
    const sentImages = takesImages.has(kind) ? images : [];
    const isDone = await this.#isCarriedOut(kind, text, sentImages);
    if (!isDone) this.#giveBack(typed, images);
    else if (sentImages !== images) this.#giveBack('', images);
  }

  /** Carries out what a text asks for; returns false if it cannot be sent or stored. */
  async #isCarriedOut(kind: TypedText, text: string | null, images: readonly AttachedImage[]): Promise<boolean> {
    const session = this.#session;
    const notice = (code: string): Promise<boolean> => session.note({ type: 'notice', code, params: {} });
    if (kind === 'no_model') {
      if (text === null) return notice('nothing_to_continue');
      await notice('no_key');
      return false;
    }
    const files =
      images.length === 0 ? [] : await (await import('./store-images.ts')).storeImages(this.#host, session.id, images);
    if (files === null) return false;
    const ids = files.map(({ id }) => id);
    const journalEntryAs = (as: 'goal' | 'guidance' | 'answer' | 'command') =>
      text === null ? undefined : messageEntry(as, text, ids);
    const record = async (): Promise<boolean> => text === null || session.say('command', text);
    /** Returns the text for the task, which names the images sent with it. */
    const textWithImageNames = (): string =>
      files.length === 0
        ? (text ?? '')
        : `${text} ${this.#host.words.t('images.with', {
            names: joinItems(
              files.map(({ name }) => name),
              this.#host.words,
            ),
          })}`;
    switch (kind) {
      case 'goal': {
        if (text === null) return notice('nothing_to_continue');
        const { clock } = this.#host.dependencies;
        const [run, plan] = [clock.newId('run'), clock.newId('plan')];
        return session.tell({ type: 'goal.submit', goal: text, images: ids, run, plan }, journalEntryAs('goal'));
      }
      case 'guidance': {
        if (!(await session.tell({ type: 'guidance.add', text: textWithImageNames() }, journalEntryAs('guidance'))))
          return false;
        const isAsked = session.run !== null && pendingApprovals(session.run).length > 0;
        const code = session.run?.phase === 'paused' ? 'noted_in_pause' : isAsked ? 'noted_in_permission' : null;
        if (code && !isNoticeRepeated(code, session.lines)) await notice(code);
        return true;
      }
      case 'answer':
        return session.tell({ type: 'question.answer', text: textWithImageNames() }, journalEntryAs('answer'));
      case 'resume':
        return session.tell({ type: 'plan.continue' }, journalEntryAs('command'));
      case 'approve':
        return session.tell({ type: 'plan.approve' }, journalEntryAs('command'));
      case 'pause':
        if (!(await session.tell({ type: 'plan.pause' }, journalEntryAs('command')))) return false;
        if (/stop|cancel|abort|quit|(?<!暂)停|取消|中止|终止/iu.test(text ?? '')) await notice('paused_by_stop');
        return true;
      case 'nothing_left':
        if (!(await record())) return false;
        await notice(session.run?.phase === 'completed' ? 'all_done' : 'nothing_to_continue');
        return true;
      case 'show_question': {
        if (!(await record())) return false;
        const question = session.run?.question;
        if (question) await session.say('question', question.text);
        return true;
      }
      case 'show_permission':
      case 'show_review':
      case 'show_proposal':
      case 'at_work':
        if (!(await record())) return false;
        await notice(notices[kind]);
        return true;
    }
  }
}

/** The longest word of another language that is known as a message of its own. */
const longestWord = 16;

/** Returns what a short message means, as `messageIntent` does, also for a few words of other languages. */
async function intentOf(text: string): Promise<ReturnType<typeof messageIntent>> {
  const intent = messageIntent(text);
  if (intent !== null || text.trim().length > longestWord) return intent;
  const words = await import('../../commands/word-intent.ts').catch(() => null);
  return words?.wordIntent(text) ?? null;
}

/** The notices that answer messages which change nothing: in a tab that only watches, they take nothing over. */
const notices = {
  show_permission: 'waiting_permission',
  show_review: 'waiting_review',
  show_proposal: 'waiting_consent',
  at_work: 'at_work',
} as const;

/** The commands that end the work, for which a tab needs no key. */
const endsWork: ReadonlySet<string> = new Set(['pause', 'stop']);

/**
 * The meanings of a typed text with which its attached images are sent, too. With any other meaning, the images stay in
 * the message field.
 */
const takesImages: ReadonlySet<TypedText> = new Set<TypedText>(['goal', 'guidance', 'answer']);

/** The meanings of a typed text. */
type TypedText =
  | 'goal'
  | 'guidance'
  | 'answer'
  | 'resume'
  | 'approve'
  | 'pause'
  | 'nothing_left'
  | 'show_question'
  | 'show_permission'
  | 'show_review'
  | 'show_proposal'
  | 'at_work'
  | 'no_model';

/**
 * Returns what a message that is not a slash command means in the current state of the task, such as `resume`, `pause`
 * or `approve`. `retries`: the task waits for its next try of a model call.
 */
export function meaningOfMessage(
  says: ReturnType<typeof messageIntent>,
  run: Run | null,
  hasModel: boolean,
  retries = false,
): TypedText {
  const over = !run || isOver(run.phase);
  if (run && says === 'continue') {
    if (run.phase === 'waiting')
      return run.question ? 'show_question' : run.proposal ? 'show_proposal' : 'show_permission';
    if (run.phase === 'paused' || run.phase === 'blocked' || run.phase === 'failed') return 'resume';
    if (canReopen(run)) return 'resume';
    if (run.phase === 'cancelled' || run.phase === 'completed') return 'nothing_left';
    if (run.phase === 'reviewing') return 'show_review';
    if (!over) return retries ? 'resume' : 'at_work';
  }
  if (run && says === 'pause') {
    if (isWorking(run.phase)) return 'pause';
    const isAnswer = run.question !== null && mentionsPause(run.question.text);
    if (run.phase === 'waiting' && !isAnswer) return 'pause';
    if (run.phase === 'paused' && run.question && !isAnswer) return 'show_question';
  }
  if (run && says === 'cancel' && isWorking(run.phase)) return 'pause';
  if (run && says === 'yes') {
    if (run.phase === 'reviewing') return 'approve';
    if (run.phase === 'paused' && !run.question) return 'resume';
  }
  if (run && (says === 'yes' || says === 'no' || says === 'cancel')) {
    if (run.phase === 'reviewing') return 'show_review';
    if (run.phase === 'waiting' && !run.question) return run.proposal ? 'show_proposal' : 'show_permission';
  }
  if (over) return hasModel ? 'goal' : 'no_model';
  return (run.phase === 'waiting' || run.phase === 'paused') && run.question ? 'answer' : 'guidance';
}
