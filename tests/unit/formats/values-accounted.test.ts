import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parseYaml } from '../../../src/formats/parse-yaml.ts';
import { stepListFieldNames, planFieldAliases, stepFieldAliases } from '../../../src/formats/plan-file/field-names.ts';
import { formatJsonPath } from '../../../src/formats/plan-file/repair.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';

const numRuns = Number(process.env.LISTS ?? 400);
const context = { planId: 'p', at: '2026-02-01T00:00:00.000Z', yaml: parseYaml };

/** Keys and texts stand once in a file each, so that what becomes of them can be told. */
type Fresh = () => string;
type Make = (fresh: Fresh, pick: (count: number) => number) => unknown;

const words = (fresh: Fresh) => `word ${fresh()}`;
const names = (field: string) => [...(stepFieldAliases[field] ?? [field])];
const told = ['description', 'content', 'action', 'task', 'title', 'name', 'text', 'value', 'subject', 'desc'];

const step: Make = (fresh, pick) => {
  if (pick(6) === 0) return words(fresh);
  const fields: Record<string, unknown> = { [told[pick(told.length)] ?? 'title']: words(fresh) };
  if (pick(2)) fields[told[pick(told.length)] ?? 'task'] = words(fresh);
  if (pick(2)) fields[names('status')[pick(2)] ?? 'status'] = ['done', 'pending', 'in progress', '已完成'][pick(4)];
  if (pick(3) === 0) fields.id = `id_${fresh()}`;
  if (pick(3) === 0) fields[['details', 'notes'][pick(2)] ?? 'notes'] = words(fresh);
  if (pick(4) === 0) fields.result = [words(fresh), { [fresh()]: words(fresh) }][pick(2)];
  if (pick(4) === 0) fields.tool = words(fresh);
  if (pick(4) === 0) fields[names('parameters')[pick(3)] ?? 'args'] = { [fresh()]: words(fresh) };
  if (pick(3) === 0) fields[fresh()] = [words(fresh), [words(fresh)], { [fresh()]: words(fresh) }][pick(3)];
  if (pick(8) === 0) fields[names('plan')[pick(4)] ?? 'subtasks'] = Array.from({ length: 2 }, () => step(fresh, pick));
  return fields;
};
const plan: Make = (fresh, pick) => {
  const fields: Record<string, unknown> = {
    [stepListFieldNames[pick(stepListFieldNames.length)] ?? 'steps']: Array.from({ length: 1 + pick(3) }, () =>
      step(fresh, pick),
    ),
  };
  if (pick(2)) fields[planFieldAliases.goal?.[pick(7)] ?? 'goal'] = words(fresh);
  if (pick(2)) fields[fresh()] = [words(fresh), { [fresh()]: words(fresh) }, [{ [fresh()]: words(fresh) }]][pick(3)];
  return fields;
};
const task: Make = (fresh, pick) => ({
  ...(pick(2) && { desc: words(fresh) }),
  ...(pick(3) === 0 && { summary: words(fresh) }),
  ...(pick(2) && { cmds: [words(fresh), { cmd: words(fresh) }] }),
  ...(pick(3) === 0 && { cmd: words(fresh) }),
  ...(pick(3) === 0 && { status: [words(fresh)] }),
  ...(pick(3) === 0 && { vars: { [fresh()]: words(fresh) } }),
  cmds: [words(fresh)],
});
const file: Make = (fresh, pick) => {
  const one = () => plan(fresh, pick);
  const more = { [fresh()]: words(fresh), [`list ${fresh()}`]: [words(fresh)] };
  const tasks = { [fresh()]: task(fresh, pick), [fresh()]: task(fresh, pick) };
  return [
    one,
    () => Array.from({ length: 2 }, () => step(fresh, pick)),
    () => ({ plan: one(), ...more }),
    () => ({ [`plan ${fresh()}`]: one(), [`plan ${fresh()}`]: one(), ...more }),
    () => [one(), one()],
    () => ({ version: '3', tasks, ...more }),
    () => ({ thoughts: { plan: `- ${words(fresh)}\n- ${words(fresh)}`, ...more }, command: words(fresh) }),
  ][pick(7)]?.();
};

/** The texts of a value, each with the paths of all that it stands in. */
function leaves(value: unknown, trail: readonly (string | number)[] = [], paths: readonly string[] = []): Leaf[] {
  const within = trail.length > 0 ? [...paths, formatJsonPath([...trail])] : paths;
  if (typeof value !== 'object' || value === null)
    return String(value).startsWith('word') ? [{ text: String(value), within }] : [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...trail, Array.isArray(value) ? Number(key) : key], within),
  );
}
interface Leaf {
  text: string;
  within: readonly string[];
}

const forms = [
  (value: unknown) => JSON.stringify(value),
  (value: unknown) => JSON.stringify(value, null, 2),
  (value: unknown) => (Array.isArray(value) ? value.map((each) => JSON.stringify(each)).join('\n') : stringify(value)),
];

test('R2.5 every text of a file of data is in a plan or named, whatever the file is', { timeout: 600_000 }, () => {
  let read = 0;
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), fc.constantFrom(...forms), (chances, form) => {
      let minted = 0;
      const fresh = () => `q${(minted += 1)}z`;
      const value = file(fresh, (count) => Number(chances.next().value) % count);
      const reading = readPlanFile(form(value), context);
      if (!reading.ok) return;
      read += 1;
      const plans = JSON.stringify([reading, ...(reading.others ?? [])].map((each) => each.plan));
      const all = [reading, ...(reading.others ?? [])].flatMap(({ repairs }) => repairs);
      const paths = new Set([...all, ...(reading.unread ?? [])].map(({ path }) => path));
      const said = all.map(({ from }) => from).join('\n');
      for (const { text: leaf, within } of leaves(value)) {
        const named = said.includes(leaf) || within.some((path) => paths.has(path));
        expect([leaf, plans.includes(leaf) || named]).toEqual([leaf, true]);
      }
    }),
    { numRuns },
  );
  expect(read).toBeGreaterThan(numRuns / 3);
});
