import fc from 'fast-check';
import { test } from 'vitest';
import { scenarioArbitrary } from './scenario.ts';
import { simulate } from './simulation.ts';

test('try', async () => {
  const from = Number(process.env.FROM ?? 1);
  const count = Number(process.env.SEEDS ?? 100);
  const faults = new Map<string, number[]>();
  const phases: Record<string, number> = {};
  const t = performance.now(); const c0 = process.cpuUsage();
  let slow = 0, slowSeed = 0, points = 0, steps = 0, deaths = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const [scenario] = fc.sample(scenarioArbitrary, { seed, numRuns: 1 });
    const t0 = performance.now();
    const o = await simulate(scenario!);
    const took = performance.now() - t0;
    points += o.points; steps += o.steps; deaths += o.deaths;
    if (took > slow) { slow = took; slowSeed = seed; }
    phases[o.phase] = (phases[o.phase] ?? 0) + 1;
    if (o.fault) { const key = o.fault.replace(/\d+/g, 'N'); faults.set(key, [...(faults.get(key) ?? []), seed]); }
  }
  console.log('cpu', (process.cpuUsage(c0).user/1000/count).toFixed(1), ((performance.now() - t) / count).toFixed(1), 'ms a run', phases, { slow, slowSeed, points, steps, deaths });
  for (const [k, v] of [...faults].sort((a, b) => b[1].length - a[1].length)) console.log(v.length, k, v.slice(0, 6));
}, 600_000);
