import { importLimits } from '../../formats/plan-file/limits.ts';
import type { PlanFileReading, PlanReadFromFile } from '../../formats/plan-file/plan-file-reading.ts';
import type { FileReadResult } from '../../ports/file-reading.ts';
import type { PlannedCallError, PlannedCall } from '../../ports/toolbox.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import { adoptPlan, type PlanTargetSession } from '../../engine/adopt-plan.ts';
import { type TextEncoding, encodings } from '../../records/decode-file.ts';
import { unstartedPlan } from '../../plan/plan-edits.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Step } from '../../plan/step.ts';
import { withoutMarkdown } from '../../values/without-markdown.ts';
import type { Translator } from '../app/translator.svelte.ts';

type Unread = Exclude<FileReadResult<never>['kind'], 'read' | 'aborted'>;

/** The state of an import; nothing is changed before `accept`. */
type ImportState =
  | { kind: 'idle' }
  /** The field for a pasted text is open. */
  | { kind: 'pasting' }
  | { kind: 'reading' }
  | { kind: 'refused'; error: Extract<PlanFileReading, { ok: false }>['error'] }
  | { kind: 'failed'; code: 'too_large' | 'working' }
  | { kind: 'unread'; code: Unread; file: string }
  /** A plan was read; `plans` are all plans in the file, one of which is selected. */
  | { kind: 'read'; reading: PlanReadFromFile; plans: readonly PlanReadFromFile[] };

/** The import of a plan into a session: read, shown with each repair, and only then accepted. */
export class PlanImport {
  readonly #dependencies: AppDependencies;
  readonly #session: PlanTargetSession;
  readonly #words: Translator;
  #stop = new AbortController();
  #file: File | null = null;
  /** Called when the import is closed without a plan. */
  #cancelled: (() => void) | null = null;
  state = $state.raw<ImportState>({ kind: 'idle' });
  /** The goal of the selected plan, which the person may change before accepting it. */
  goal = $state('');
  /**
   * The encoding of the file if it was guessed, not found (empty) or chosen, so that another can be chosen; else null.
   */
  encoding = $state<TextEncoding | '' | null>(null);
  /** Grows with each import, so that each has its own dialog. */
  round = $state(0);

  constructor(dependencies: AppDependencies, session: PlanTargetSession, words: Translator) {
    this.#dependencies = dependencies;
    this.#words = words;
    this.#session = session;
  }

  /** Reads a file in a worker; a later read replaces it. `cancelled` is called if no plan is imported. */
  readonly read = (file: File, cancelled?: () => void): Promise<void> => {
    this.#begin();
    this.#cancelled = cancelled ?? this.#cancelled;
    return this.#read(file);
  };

  /** Reads a pasted text; `name` is its file name. */
  readonly readPasted = (text: string, name: string): Promise<void> => this.#read(new File([text], name));

  /** Reads the same file again in an encoding that the person chose. */
  readonly readAs = async (encoding: TextEncoding): Promise<void> => {
    const file = this.#file;
    if (!file) return;
    this.#stop.abort();
    this.encoding = encoding;
    this.#show(await this.#cameOf(file, encoding));
  };

  /** Shows the result of reading a plan. Null means that a later reading has replaced this one, and changes nothing. */
  #show(came: ImportState | null): void {
    if (!came) return;
    this.state = came;
    if (came.kind === 'read') this.goal = came.reading.plan.goal;
  }

  async #read(file: File): Promise<void> {
    this.#file = file;
    this.encoding = null;
    if (file.size > importLimits.bytes) {
      this.state = { kind: 'failed', code: 'too_large' };
      return;
    }
    this.state = { kind: 'reading' };
    this.#show(await this.#cameOf(file));
  }

  /** Makes the plan in an answer the session's task; it waits for the person's approval. */
  readonly takeAnswer = async (text: string, goal: string): Promise<void> => {
    this.#begin();
    const importState = await this.#cameOf(new File([text], 'answer.md'));
    if (importState?.kind !== 'read') {
      if (importState) this.state = importState;
      return;
    }
    const { clock } = this.#dependencies;
    const plan = answeredPlan(importState.reading.plan, goal, clock.newId('plan'), clock.now());
    if ((await adoptPlan(plan, 'answer', this.#session, this.#dependencies)) === 'working')
      this.state = { kind: 'failed', code: 'working' };
  };

  /** Returns the state after reading a file; null if a later read has replaced it. */
  async #cameOf(file: File, encoding?: TextEncoding): Promise<ImportState | null> {
    const { clock } = this.#dependencies;
    const { signal } = (this.#stop = new AbortController());
    const { t, locale } = this.#words;
    const exported = {
      due: t('imports.due', { date: '{date}' }),
      labels: t('imports.labels', { labels: '{labels}' }),
      ...{ locale, zone: clock.zone() },
    };
    const wish = { file, planId: clock.newId('plan'), at: clock.now(), exported, ...(encoding && { encoding }) };
    const outcome = await this.#dependencies
      .imports()
      .then(({ plan }) => plan(wish, { signal }))
      .catch((): FileReadResult<never> => ({ kind: 'unavailable' }));
    if (signal.aborted || outcome.kind === 'aborted') return null;
    if (outcome.kind !== 'read') return { kind: 'unread', code: outcome.kind, file: file.name };
    const { value } = outcome;
    if (encoding === undefined) this.encoding = guessedEncoding(value);
    return value.ok
      ? { kind: 'read', reading: value, plans: [value, ...(value.others ?? [])] }
      : { kind: 'refused', error: value.error };
  }

  /** Returns what is wrong with planned calls; nothing if that cannot be found out. */
  readonly callErrors = (calls: readonly PlannedCall[]): Promise<readonly PlannedCallError[]> =>
    this.#dependencies.callErrors(calls).catch(() => []);

  /** Opens the field for a pasted text. */
  readonly paste = (): void => {
    this.#begin();
    this.state = { kind: 'pasting' };
  };

  /** Returns to the pasted text that could not be read. */
  readonly pasteAgain = (): void => {
    this.state = { kind: 'pasting' };
  };

  /** Chooses another plan of the same file. */
  readonly choose = (reading: PlanReadFromFile): void => {
    if (this.state.kind !== 'read') return;
    this.state = { ...this.state, reading };
    this.goal = reading.plan.goal;
  };

  /**
   * Imports the plan as `fillBlanks` returns it, once; refused while the present plan is at work. A plan that cannot be
   * stored is still shown. `values`: what the person wrote in it.
   */
  readonly accept = async (fillBlanks = (plan: Plan) => plan, values: readonly string[] = []): Promise<void> => {
    const importState = this.state;
    if (importState.kind !== 'read') return;
    const { plan } = importState.reading;
    this.state = { kind: 'reading' };
    const goal = this.goal.trim() || plan.goal;
    const own = goal === plan.goal ? values : [goal, ...values];
    const outcome = await adoptPlan(fillBlanks({ ...plan, goal }), 'import', this.#session, this.#dependencies, own);
    if (outcome === 'adopted') this.#close();
    else this.state = outcome === 'working' ? { kind: 'failed', code: outcome } : importState;
  };

  /** Makes the session's plan a new task with all steps open, as `repeatablePlan` has it. */
  readonly again = async (): Promise<void> => {
    const { clock } = this.#dependencies;
    const { run } = this.#session;
    if (!run) return;
    const { repeatablePlan } = await import('../../engine/run-record.ts');
    const plan = unstartedPlan(await repeatablePlan(run, this.#dependencies), clock.newId('plan'), clock.now());
    await adoptPlan(plan, 'again', this.#session, this.#dependencies);
  };

  #begin(): void {
    const cancelled = this.#cancelled;
    this.#close();
    this.#cancelled = cancelled;
    this.round += 1;
  }

  #close(): void {
    this.#stop.abort();
    this.#cancelled = null;
    this.state = { kind: 'idle' };
  }

  /** Closes the import without a plan and cancels a read that is under way. */
  readonly dismiss = (): void => {
    const cancelled = this.#cancelled;
    this.#close();
    cancelled?.();
  };
}

/** Returns the encoding that was guessed for a file; empty if none was found, null if the file declares it. */
function guessedEncoding(reading: PlanFileReading): TextEncoding | '' | null {
  if (!reading.ok) return reading.error.code === 'bad_encoding' ? '' : null;
  const guess = reading.repairs.find(({ code }) => code === 'encoding')?.to.toLowerCase();
  return encodings.find((encoding) => encoding === guess) ?? null;
}

/** Returns the plan in an answer as a new task: for this goal, without Markdown marks, and with all steps open. */
function answeredPlan(planInAnswer: Plan, goal: string, id: string, createdAt: string): Plan {
  const fresh = unstartedPlan({ ...planInAnswer, goal }, id, createdAt);
  return { ...fresh, steps: fresh.steps.map(plain) };
}

function plain(step: Step): Step {
  const { description, plan } = step;
  return {
    ...step,
    description: description.split('\n').map(withoutMarkdown).join('\n'),
    ...(plan && { plan: { ...plan, steps: plan.steps.map(plain) } }),
  };
}
