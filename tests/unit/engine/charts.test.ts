import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { planMachine } from '../../../src/engine/plan-machine.ts';
import { stepMachine } from '../../../src/engine/step-machine.ts';

const page = 'docs/architecture.md';
/** What only leads a stored task back to the state that it was in. */
const leftOut = new Set(['routing', 'handedOver']);

/** The state of a chart that a state is in: one of those at the top. */
const topOf = (node: AnyStateNode): string => node.path[0] ?? '*';

/** How a transition is labelled: by its event; by the guard of one that is taken at once. */
function labelOf(event: string, guard: unknown): string {
  if (event.startsWith('xstate.done')) return 'answered';
  if (event.startsWith('xstate.after')) return 'rested';
  if (event !== '') return event;
  const params = typeof guard === 'object' && guard !== null && 'params' in guard ? guard.params : null;
  return typeof params === 'string' ? params.replaceAll('_', ' ') : '';
}

/** A machine as a Mermaid chart of its states at the top, with one arrow for all that leads from one to another. */
function chartOf(machine: AnyStateMachine): string {
  const arrows = new Map<string, Set<string>>();
  const visit = (node: AnyStateNode) => {
    for (const [event, transitions] of [...node.transitions, ['', node.always ?? []] as const])
      for (const { target, guard } of transitions)
        for (const to of target ?? []) {
          const [from, into] = [topOf(node), topOf(to)];
          if (from === into || leftOut.has(from) || leftOut.has(into)) continue;
          const arrow = `${from === '*' ? 'any' : from} --> ${into}`;
          const labels = arrows.get(arrow) ?? new Set();
          arrows.set(arrow, labels.add(labelOf(event, guard)));
        }
    for (const inner of Object.values(node.states)) visit(inner);
  };
  visit(machine.root);
  const lines = [...arrows].map(([arrow, labels]) => {
    const said = [...labels].filter((label) => label !== '').join(', ');
    return `  ${arrow}${said ? ` : ${said}` : ''}`;
  });
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

/** `UPDATE_CHARTS=1` writes them. */
test.each([
  ['plan', planMachine],
  ['step', stepMachine],
] as const)('R3.1 the chart of the %s machine in the documentation is what the machine is', (name, machine) => {
  const text = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = text.split(`<!-- chart: ${name} -->\n`);
  const end = rest.indexOf('<!-- /chart -->');
  const chart = `\n${chartOf(machine)}\n\n`;
  if (process.env.UPDATE_CHARTS) writeFileSync(page, `${before}<!-- chart: ${name} -->\n${chart}${rest.slice(end)}`);
  else expect(rest.slice(0, end)).toBe(chart);
});
