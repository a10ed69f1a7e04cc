// @vitest-environment jsdom
import { flushSync, untrack } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { setDependency } from '../../../src/plan/set-dependency.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { graphSize } from '../../../src/ui/graph/graph-layout.ts';
import { PlanGraph } from '../../../src/ui/graph/plan-graph.svelte.ts';
import type { SessionView } from '../../../src/ui/session/session-view.svelte.ts';
import { step } from '../../fixtures/steps.ts';

const frame = [360, 448] as const;
const ids = ['1', '2', '3', '4', '5', '6'];
const canvas = {} as HTMLElement;
let end: (() => void) | undefined;
afterEach(() => end?.());

/**
 * The graph of six steps, each after the one before, in a frame; the returned function lets a step wait for another.
 */
function shownGraph() {
  const fresh = newRun({ run: 'r', session: 's', plan: 'p' }, 'Go', '2026-01-01T10:00:00.000Z');
  const steps = ids.map((id, at) => step(id, 'pending', ...ids.slice(Math.max(0, at - 1), at)));
  let run = $state.raw<Run>({ ...fresh, plan: { ...fresh.plan, steps } });
  let graph!: PlanGraph;
  end = $effect.root(() => {
    graph = new PlanGraph({ session: {} as SessionView, run: () => run });
    let isFirst = true;
    $effect(() => {
      void graph.layout;
      untrack(() => graph.fitInto(canvas, ...frame, isFirst));
      isFirst = false;
    });
  });
  flushSync();
  const wait = (id: string, on: string, needed: boolean) => {
    const changed = setDependency(run.plan.steps, id, on, needed);
    if (!changed.ok) throw new Error('The step cannot wait for this one.');
    run = { ...run, plan: { ...run.plan, steps: changed.value } };
    flushSync();
  };
  return { graph, wait };
}

/** Where the left upper corner of a step is in the frame. */
function placeOf({ view, layout }: PlanGraph, id: string): [x: number, y: number] {
  const { x, y } = layout.positions.get(id)!;
  return [Math.round(view.x + x * view.zoom), Math.round(view.y + y * view.zoom)];
}

test('R14.2 a graph that nobody has moved is shown whole again once it is laid out anew', () => {
  const { graph, wait } = shownGraph();
  const whole = { left: graph.layout.left, view: graph.view };
  wait('5', '2', true);
  expect(graph.layout.left).not.toBe(whole.left);
  const { view, layout } = graph;
  expect(view.x + layout.left * view.zoom).toBeGreaterThanOrEqual(0);
  expect(view.x + (layout.left + layout.width) * view.zoom).toBeLessThanOrEqual(frame[0]);
  wait('5', '2', false);
  expect(graph.view).toEqual(whole.view);
});

test('R14.2 in a graph that was moved, the step that was given a link stays where it was, also once that is undone', () => {
  const { graph, wait } = shownGraph();
  graph.zoom(1.1);
  graph.view = { ...graph.view, y: graph.view.y - graphSize.height };
  graph.lookFor('5');
  const before = placeOf(graph, '5');
  for (const needed of [true, false]) {
    wait('5', '2', needed);
    expect(placeOf(graph, '5')).toEqual(before);
  }
});
