import {
  type ModelExamSuggestion,
  suggestedSettingsChanges,
  type ModelExamEstimate,
  type ModelExamProgress,
} from '../../records/exam-progress.ts';
import type { ModelExamReport } from '../../records/exam-report.ts';
import type { ModelError } from '../../task/model-reply.ts';
import { isOnDevice, type Profile } from '../../records/profile.ts';
import { recommendedStepConnection } from '../../records/recommended-step-connection.ts';
import type { App } from '../app/app.svelte.ts';
import { connectionTitle } from './connections.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

export type ModelExamStage =
  | { kind: 'card' }
  /** The estimate is shown, null until it is known; nothing runs until the person starts it. */
  | { kind: 'asked'; estimate: ModelExamEstimate | null }
  | { kind: 'running'; progress: ModelExamProgress | null }
  | { kind: 'stopped' }
  | { kind: 'fault'; error: ModelError }
  /** A part of the page could not be loaded. */
  | { kind: 'not_loaded' };

/** A connection with the result of its last exam. */
export interface ConnectionModelExamResult {
  profile: Profile;
  title: string;
  report: ModelExamReport;
}

/** The exam of one connection's model: its estimate, progress, result and suggestions. */
export class ModelExam {
  readonly #app: App;
  readonly #id: string;
  #run: AbortController | null = null;
  stage = $state.raw<ModelExamStage>({ kind: 'card' });

  constructor(app: App, id: string) {
    this.#app = app;
    this.#id = id;
    if (!this.own) this.ask();
  }

  /** The connection; null once it has been deleted. */
  readonly profile = $derived.by(() => this.#app.profiles.find(({ id }) => id === this.#id) ?? null);

  readonly all = $derived.by((): ConnectionModelExamResult[] =>
    this.#app.profiles.flatMap((profile) =>
      profile.exam ? [{ profile, title: this.#title(profile), report: profile.exam }] : [],
    ),
  );

  readonly own = $derived(this.all.find(({ profile }) => profile.id === this.#id) ?? null);

  /** The displayed name of the model. */
  readonly name = $derived(this.profile ? (this.profile.name ?? this.profile.model) : '');

  /** The changes of the present settings that the exam suggests. */
  readonly suggestions = $derived.by((): ModelExamSuggestion[] => {
    const { own } = this;
    if (!own) return [];
    const { settings } = this.#app;
    const examined = this.all.map(({ profile: { id }, report }) => ({ id, exam: report }));
    return suggestedSettingsChanges(
      own.report,
      recommendedStepConnection({ id: this.#id, exam: own.report }, examined),
      {
        protocol: own.profile.protocol ?? (isOnDevice(own.profile) ? 'json' : 'tools'),
        thoroughness: settings.thoroughness,
        max_plan_steps: settings.limits.max_plan_steps,
        steps: settings.thought_profile,
      },
    );
  });

  titleOf(id: string): string {
    return this.all.find(({ profile }) => profile.id === id)?.title ?? '';
  }

  /** Shows the estimate of an exam. */
  readonly ask = (): void => {
    const { profile } = this;
    this.stage = { kind: 'asked', estimate: null };
    if (profile)
      void this.#app.dependencies.examEstimate(profile).then(
        (estimate) => {
          if (this.stage.kind === 'asked') this.stage = { kind: 'asked', estimate };
        },
        () => (this.stage = { kind: 'not_loaded' }),
      );
  };

  readonly start = async (): Promise<void> => {
    const { profile } = this;
    if (!profile || this.#run) return;
    const run = new AbortController();
    this.#run = run;
    this.stage = { kind: 'running', progress: null };
    const onProgress = (progress: ModelExamProgress) => {
      if (!run.signal.aborted) this.stage = { kind: 'running', progress };
    };
    const end = await this.#app.dependencies
      .holdExam($state.snapshot(profile), { signal: run.signal, onProgress })
      .catch(() => ({ kind: 'not_loaded' as const }));
    this.#run = null;
    if (end.kind !== 'done' || run.signal.aborted) this.stage = end.kind === 'done' ? { kind: 'stopped' } : end;
    else if (await this.#change((present) => ({ ...present, ...found(end.report) }))) this.stage = { kind: 'card' };
    else this.ask();
  };

  readonly stop = (): void => this.#run?.abort();

  /** Applies all suggestions, and says so if all are stored. */
  readonly apply = async (): Promise<void> => {
    const { settings } = this.#app;
    let isKept = true;
    for (const { kind, to } of this.suggestions)
      if (kind === 'protocol') isKept &&= await this.#change((present) => ({ ...present, protocol: to }));
      else if (kind === 'thoroughness') isKept &&= await this.#app.changeSettings({ thoroughness: to });
      else if (kind === 'length')
        isKept &&= await this.#app.changeSettings({
          limits: { ...$state.snapshot(settings.limits), max_plan_steps: to },
        });
      else isKept &&= await this.#app.changeSettings({ thought_profile: to });
    if (isKept) this.#app.toasts.tell(this.#app.words.t('exam.applied', { model: this.name }));
  };

  /** Downloads this exam and those of the other connections, without addresses and keys. */
  readonly export = (): void => {
    const { own } = this;
    const others = this.all.filter((each) => each !== own);
    const exams = [...(own ? [own] : []), ...others].map(({ profile: { name = null, provider }, report }) => ({
      name,
      provider,
      ...report,
    }));
    this.#app.dependencies.saveFile('exam.json', 'application/json', JSON.stringify({ version: 1, exams }, null, 2));
  };

  #title(profile: Profile): string {
    return connectionTitle(profile, this.#app);
  }

  /** Changes the stored connection, unless it has been deleted. */
  #change(change: (present: Profile) => Profile): Promise<boolean> {
    const { profiles } = this.#app.dependencies.stores;
    return saveOrToast(this.#app, async () => {
      const present = await profiles.get(this.#id);
      if (present) await profiles.save(change(present));
    });
  }
}

/** Returns what an exam reveals about a model: its report, and whether it accepts images. */
function found(exam: ModelExamReport): Pick<Profile, 'exam' | 'sees'> {
  return { exam, sees: exam.outcomes.image === 'passed' };
}
