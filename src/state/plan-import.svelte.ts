import type { PlanFileReading } from '../planfile/plan-file-reading.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { breather } from './breather.ts';
import { takePlan, type PlanTaker } from './take-plan.ts';

type Read = Extract<PlanFileReading, { ok: true }>;

/** Where an import stands; nothing is changed before `accept` (R2.6, R2.7). */
export type ImportState =
  | { kind: 'idle' }
  | { kind: 'reading' }
  | { kind: 'refused'; problem: Extract<PlanFileReading, { ok: false }>['problem'] }
  | { kind: 'failed'; code: 'too_large' | 'unreadable' | 'working' }
  | { kind: 'read'; reading: Read };

const largest = 20 * 1024 * 1024;

/** The import of a plan into a session: read, shown with each repair, and only then accepted. */
export class PlanImport {
  readonly #dependencies: AppDependencies;
  readonly #session: PlanTaker;
  state = $state.raw<ImportState>({ kind: 'idle' });

  constructor(dependencies: AppDependencies, session: PlanTaker) {
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
      const [text, { planFileTurns }] = await Promise.all([file.text(), import('../planfile/plan-file-turns.ts')]);
      const { clock } = this.#dependencies;
      const turns = planFileTurns(text, { planId: clock.newId('plan'), at: clock.now() });
      const breathe = breather();
      let turn = turns.next();
      for (; !turn.done; turn = turns.next()) await breathe();
      const reading = turn.value;
      if (!this.#isWanted()) return;
      this.state = reading.ok ? { kind: 'read', reading } : { kind: 'refused', problem: reading.problem };
    } catch {
      this.state = { kind: 'failed', code: 'unreadable' };
    }
  };

  /** Takes the plan over; a plan at work is not pulled away from under its steps. */
  readonly accept = async (): Promise<void> => {
    if (this.state.kind !== 'read') return;
    const { reading } = this.state;
    if (await takePlan(reading.plan, 'import', this.#session, this.#dependencies)) this.dismiss();
    else this.state = { kind: 'failed', code: 'working' };
  };

  /** Whether what is being read has not been dismissed meanwhile. */
  #isWanted(): boolean {
    return this.state.kind === 'reading';
  }

  readonly dismiss = (): void => {
    this.state = { kind: 'idle' };
  };
}
