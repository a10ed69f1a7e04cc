import { isOver, type Run } from '../domain/run.ts';
import { statusLine, type StatusLine } from './status-line.ts';

/** What the person is told when they look elsewhere; `key` is another one for each thing that is worth telling. */
export interface OutsideSignal {
  key: string;
  status: StatusLine;
  /** The question, where there is one. */
  detail: string;
}

const telling: ReadonlySet<StatusLine['tone']> = new Set(['needs-you', 'done', 'failed']);

/** A task that has ended, or that cannot go on without the person; null for all else, and for what the person did. */
export function outsideSignal(run: Run | null): OutsideSignal | null {
  if (!run) return null;
  const status = statusLine(run);
  const answered = run.phase === 'answered';
  if (!answered && !telling.has(status.tone)) return null;
  const asked = isOver(run.phase)
    ? []
    : [run.question?.effect, ...run.approvals.filter(({ decision }) => decision === null).map(({ effect }) => effect)];
  return {
    key: [run.id, status.key, run.resumed_at, ...asked].join(' '),
    status,
    detail: run.phase === 'waiting' ? (run.question?.text ?? '') : '',
  };
}
