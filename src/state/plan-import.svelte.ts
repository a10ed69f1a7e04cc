import { isWorking, type Run } from '../domain/run.ts';
import type { PlanFileReading } from '../planfile/read-plan-file.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { importedRun } from './imported-run.ts';
import type { Happened } from '../domain/journal.ts';

type Read = Extract<PlanFileReading, { ok: true }>;

/** Where an import stands; nothing is changed before `accept` (R2.6, R2.7). */
export type ImportState =
  | { kind: 'idle' }
  | { kind: 'reading' }
  | { kind: 'refused'; problem: Extract<PlanFileReading, { ok: false }>['problem'] }
  | { kind: 'failed'; code: 'too_large' | 'unreadable' | 'working' }
  | { kind: 'read'; reading: Read };

/** The session that takes the plan in. */
interface ImportTarget {
  readonly id: string;
  readonly run: Run | null;
  tell(event: { type: 'plan.import'; run: Run }): Promise<void>;
  note(body: Happened): Promise<void>;
}

const largest = 20 * 1024 * 1024;

/** The import of a plan into a session: read, shown with each repair, and only then accepted. */
export class PlanImport {
  readonly #dependencies: AppDependencies;
  readonly #session: ImportTarget;
  state = $state.raw<ImportState>({ kind: 'idle' });

  constructor(dependencies: AppDependencies, session: ImportTarget) {
    this.#dependencies = dependencies;
    this.#session = session;
  }

  readonly read = async (file: File): Promise<void> => {
    if (file.size > largest) {
      this.state = { kind: 'failed', code: 'too_large' };
      return;
    }
    this.state = { kind: 'reading' };
    try {
      const [text, { readPlanFile }] = await Promise.all([file.text(), import('../planfile/read-plan-file.ts')]);
      const { clock } = this.#dependencies;
      const reading = readPlanFile(text, { planId: clock.newId('plan'), at: clock.now() });
      this.state = reading.ok ? { kind: 'read', reading } : { kind: 'refused', problem: reading.problem };
    } catch {
      this.state = { kind: 'failed', code: 'unreadable' };
    }
  };

  /** Takes the plan over; a plan at work is not pulled away from under its steps. */
  readonly accept = async (): Promise<void> => {
    if (this.state.kind !== 'read') return;
    const { reading } = this.state;
    const session = this.#session;
    const before = session.run;
    if (before && isWorking(before.phase)) {
      this.state = { kind: 'failed', code: 'working' };
      return;
    }
    const { clock } = this.#dependencies;
    const context = { run: clock.newId('run'), session: session.id, at: clock.now(), before };
    await session.tell({ type: 'plan.import', run: importedRun(reading.plan, context) });
    await session.note({ type: 'plan_generated', steps: reading.plan.steps.length, from: 'import' });
    this.dismiss();
  };

  readonly dismiss = (): void => {
    this.state = { kind: 'idle' };
  };
}
