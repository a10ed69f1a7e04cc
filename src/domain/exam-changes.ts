import { type ExamReport, type ExamSettings } from './exam-report.ts';
import { Thoroughness } from './settings.ts';

/** A change of the present settings that follows from an exam. */
export type ExamSuggestion =
  | { kind: 'protocol'; to: ExamSettings['protocol'] }
  | { kind: 'thoroughness'; to: ExamSettings['thoroughness'] }
  | { kind: 'length'; to: number }
  /** The work within steps is done by this connection. */
  | { kind: 'steps'; to: string };

/** What would have to be changed; settings that ask less of the model than is recommended stay. */
export function examChanges(
  { recommended }: ExamReport,
  steps: string | null,
  present: ExamSettings & { steps: string | null },
): ExamSuggestion[] {
  const rank = (level: Thoroughness) => Thoroughness.options.indexOf(level);
  const { protocol, thoroughness, max_plan_steps: length } = recommended;
  return [
    ...(protocol === present.protocol ? [] : [{ kind: 'protocol' as const, to: protocol }]),
    ...(rank(thoroughness) > rank(present.thoroughness) ? [{ kind: 'thoroughness' as const, to: thoroughness }] : []),
    ...(length < present.max_plan_steps ? [{ kind: 'length' as const, to: length }] : []),
    ...(steps === null || steps === present.steps ? [] : [{ kind: 'steps' as const, to: steps }]),
  ];
}
