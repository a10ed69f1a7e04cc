import { pathText } from './place.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';
import type { Repair } from './repair.ts';

const unsafe: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export type Cleaned = { ok: true; value: unknown; repairs: Repair[] } | { ok: false; problem: PlanFileProblem };

/** A copy of parsed JSON without the keys that could reach into an object's prototype (R2.6). Expects limited depth. */
export function cleaned(value: unknown): Cleaned {
  const repairs: Repair[] = [];
  const trail: (string | number)[] = [];
  const infinite: string[] = [];
  const copyAt = (key: string | number, node: unknown): unknown => {
    trail.push(key);
    const safe = copy(node);
    trail.pop();
    return safe;
  };
  const copy = (node: unknown): unknown => {
    if (typeof node === 'number' && !Number.isFinite(node)) infinite.push(pathText(trail));
    if (Array.isArray(node)) return node.map((item, at) => copyAt(at, item));
    if (typeof node !== 'object' || node === null) return node;
    const kept: [string, unknown][] = [];
    for (const [key, item] of Object.entries(node)) {
      if (unsafe.has(key)) repairs.push({ code: 'unsafe_key', path: pathText([...trail, key]), from: key, to: '' });
      else kept.push([key, copyAt(key, item)]);
    }
    return Object.fromEntries(kept);
  };
  const safe = copy(value);
  const [place] = infinite;
  if (place === undefined) return { ok: true, value: safe, repairs };
  return { ok: false, problem: { code: 'number_too_large', path: place, params: {} } };
}
