import { type DefaultTaken, isTelling } from '../domain/default-taken.ts';
import type { Run } from '../domain/run.ts';
import { type Change, line } from './change.ts';

/** Defaults in a task after which it is checked less often (R4.6). */
const patience = 3;

/**
 * A change that took a default: told in one line, and counted. Enough of them step down to fewer checks, which is told, too.
 */
export function taking(
  change: Change,
  code: DefaultTaken,
  params: Record<string, string> = {},
  step: string | null = null,
): Change {
  const { form } = change.run;
  const told = line({ type: 'default', code, params }, step);
  if (!isTelling(code)) return { run: change.run, lines: [...change.lines, told] };
  const defaults = form.defaults + 1;
  const steps = defaults >= patience && !form.fewer_checks;
  const run: Run = { ...change.run, form: { ...form, defaults, fewer_checks: form.fewer_checks || steps } };
  const stepped = steps ? [line({ type: 'default', code: 'fewer_checks', params: {} })] : [];
  return { run, lines: [...change.lines, told, ...stepped] };
}
