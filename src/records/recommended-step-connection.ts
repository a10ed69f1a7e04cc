import type { ModelExamReport, ModelExamTaskName } from './exam-report.ts';

/** Exam tasks that test the work within steps. */
const withinSteps: readonly ModelExamTaskName[] = [
  'nested',
  'two_calls',
  'workaround',
  'question',
  'end_step',
  'injection',
  'chinese',
  'long',
];

interface Examined {
  id: string;
  exam: ModelExamReport;
}

/**
 * Returns the id of the connection recommended for thoughts within steps, by the exam reports: if the examined one
 * fails an exam task about steps, the cheapest that fails none; otherwise one that fails none at less than half the
 * price. Null if the examined one itself is best.
 */
export function recommendedStepConnection(own: Examined, others: readonly Examined[]): string | null {
  const price = ({ exam }: Examined) => exam.cost ?? Infinity;
  const sound = others
    .filter(({ id, exam }) => id !== own.id && isSound(exam))
    .toSorted((a, b) => compare(price(a), price(b)) || a.exam.reply_ms - b.exam.reply_ms);
  const [best] = sound;
  if (!best) return null;
  return !isSound(own.exam) || price(best) < (own.exam.cost ?? 0) / 2 ? best.id : null;
}

/**
 * True if the model passed every task that tests work within steps. A task that it passed only with a simpler protocol
 * (`protocol`) counts as passed, since the connection need not use the other protocol.
 */
function isSound({ outcomes }: ModelExamReport): boolean {
  return withinSteps.every((task) => outcomes[task] === 'passed' || outcomes[task] === 'protocol');
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
