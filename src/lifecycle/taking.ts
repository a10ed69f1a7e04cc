import { type DefaultTaken, isTelling } from '../domain/default-taken.ts';
import type { Run } from '../domain/run.ts';
import { type Change, line } from './change.ts';

/** Defaults in a task after which it is checked less often, and after which decisions travel in a plainer form (R4.6). */
const easier = { fewer_checks: 3, other_protocol: 6 } as const;

/**
 * A change that took a default: told in one line, and counted. Enough of them step down to an easier way of working, which
 * is told, too.
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
  const run: Run = {
    ...change.run,
    form: { ...form, defaults, fewer_checks: form.fewer_checks || defaults >= easier.fewer_checks },
  };
  const stepped = defaults === easier.fewer_checks && !form.fewer_checks ? [line({ type: 'default', code: 'fewer_checks', params: {} })] : [];
  const plainer = defaults === easier.other_protocol ? [line({ type: 'default', code: 'other_protocol', params: {} })] : [];
  return { run, lines: [...change.lines, told, ...stepped, ...plainer] };
}
