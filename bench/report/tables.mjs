import { comparisonClaims, pageClaims } from './claims.mjs';
import { figureText } from './figure-text.mjs';

const steps = 100;
const columns = [
  ['model calls', (of, who) => of.value(who, 'calls', { n: steps })],
  ['prompt tokens', (of, who) => of.value(who, 'prompt', { n: steps })],
  [
    'a prefix cache serves',
    (of, who) => percent(of.value(who, 'cached', { n: steps }), of.value(who, 'prompt', { n: steps })),
  ],
  ['cost', (of, who) => of.value(who, 'cost', { n: steps })],
  ['own time a step, ms', (of, who) => of.value(who, 'beyond', { n: steps })],
];

/** The part of docs/benchmarks.md that says what was measured, on which machine and when. */
export function tables({ comparison, page, machine, date }) {
  const memory = Math.round(machine.memory / 2 ** 30);
  return [
    `Medians, taken on ${date.slice(0, 10)} (${machine.processor}, ${machine.threads} threads, ${memory} GB, Node ${machine.node}).`,
    ...(comparison ? [peers(comparison), claims(comparison, comparisonClaims)] : []),
    ...(page ? [claims(page, pageClaims)] : []),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function peers(of) {
  const rows = of.who('cost').filter((who) => Number.isFinite(of.value(who, 'cost', { n: steps })));
  return table(
    [`a chain of ${steps} steps`, ...columns.map(([name]) => name)],
    rows.map((who) => [who, ...columns.map(([, value]) => shown(value(of, who)))]),
  );
}

/** Returns a table of the claims; those that were not measured are left out. */
function claims(of, list) {
  return table(
    ['', 'measured', 'to reach', ''],
    list.flatMap((claim) => {
      const value = claim.value(of);
      if (!Number.isFinite(value)) return [];
      const { most, least } = claim.bound?.(of) ?? {};
      if (most === undefined && least === undefined) return [[claim.says, withUnit(value, claim.unit), '', '']];
      const isReached = most === undefined ? value >= least : value <= most;
      const asked = `${most === undefined ? '≥' : '≤'} ${withUnit(most ?? least, claim.unit)}`;
      return [[claim.says, withUnit(value, claim.unit), asked, isReached ? '✓' : '✗']];
    }),
  );
}

const shown = (value) => (typeof value === 'string' ? value : figureText(value));
const withUnit = (value, unit) => `${figureText(value)} ${unit}`.trim();
const percent = (part, whole) => (Number.isFinite(part / whole) ? `${Math.round((100 * part) / whole)} %` : '–');

function table([first, ...heads], rows) {
  if (rows.length === 0) return '';
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line([first, ...heads]),
    line(['---', ...heads.map((head) => (head === '' ? '---' : '---:'))]),
    ...rows.map(line),
  ].join('\n');
}
