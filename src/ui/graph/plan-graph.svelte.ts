import { tick, createContext } from 'svelte';
import { currentStepIndex } from '../../plan/plan-progress.ts';
import { isResting, type Run } from '../../task/run.ts';
import { setDependency } from '../../plan/set-dependency.ts';
import { stepLinks, type StepLink } from '../../plan/step-links.ts';
import { isUnstarted, type Step } from '../../plan/step.ts';
import { type GraphLayout, graphLayout, graphSize } from './graph-layout.ts';
import {
  graphNeighbour,
  initialGraphView,
  viewPannedToStep,
  wholeView,
  zoomedView,
  type GraphView,
  stepIndexes,
} from './graph-view.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

interface GraphHost {
  session: SessionView;
  run(): Run;
}

/** The selection: a step or a link. */
type Chosen = { kind: 'step'; id: string } | { kind: 'link'; link: StepLink };

/** A plan as a graph on the page: its layout, selection and view. */
export class PlanGraph {
  readonly session: SessionView;
  readonly #host: GraphHost;
  readonly run = $derived.by(() => this.#host.run());
  readonly steps = $derived(this.run.plan.steps);
  readonly still = $derived(isResting(this.run.phase));
  readonly #places = $derived(stepIndexes(this.steps));
  /** Serialized as text, so that the layout is computed again only when the steps or their links change. */
  readonly #shape = $derived(JSON.stringify({ ids: this.steps.map(({ id }) => id), links: stepLinks(this.steps) }));
  readonly #parts = $derived(JSON.parse(this.#shape) as { ids: string[]; links: StepLink[] });
  #frame = $state.raw({ width: 0, height: 0 });
  readonly #across = $derived(Math.max(2, Math.min(8, Math.floor(this.#frame.width / (graphSize.width * 0.9)))));
  readonly layout = $derived(graphLayout(this.#parts.ids, this.#parts.links, this.#across));
  view = $state.raw<GraphView>({ x: 0, y: 0, zoom: 1 });
  /** The view that was last fitted automatically; the person has moved the view if it differs. */
  #fitted = this.view;
  /** The layout that the view was last fitted or moved to. */
  #shown: GraphLayout | null = null;
  #chosen = $state.raw<Chosen | null>(null);
  #current = $state.raw<string | null>(null);
  #canvas: HTMLElement | null = null;

  constructor(host: GraphHost) {
    this.#host = host;
    this.session = host.session;
  }

  get ids(): readonly string[] {
    return this.#parts.ids;
  }

  get links(): readonly StepLink[] {
    return this.#parts.links;
  }

  /** The selected step, while it is in the plan. */
  readonly chosenStep = $derived(this.#chosen?.kind === 'step' ? this.step(this.#chosen.id) : undefined);
  readonly chosenLink = $derived.by(() => {
    const selection = this.#chosen;
    return selection?.kind === 'link' ? this.links.find((link) => same(link, selection.link)) : undefined;
  });

  /** The step that the Tab key reaches. */
  readonly current = $derived(
    this.#current !== null && this.#places.has(this.#current)
      ? this.#current
      : (this.steps[Math.min(currentStepIndex(this.run.plan), this.steps.length - 1)]?.id ?? null),
  );

  step(id: string): Step | undefined {
    return this.steps[this.#places.get(id) ?? -1];
  }

  /** The number of a step in the list, from 1. */
  number(id: string): number {
    return (this.#places.get(id) ?? -1) + 1;
  }

  /** The numbers of the steps that a step waits for. */
  after(id: string): number[] {
    return this.links
      .filter(({ to }) => to === id)
      .map(({ from }) => this.number(from))
      .sort((a, b) => a - b);
  }

  /**
   * Takes on the size of the canvas and the layout of the plan; called when the canvas is mounted and whenever one of
   * them changes. Fits the view to the plan if `anew` is true, or if the width or the layout has changed and nobody has
   * moved the view since it was last fitted. In a view that was moved, the current step stays where it was.
   */
  readonly fitInto = (canvas: HTMLElement, width: number, height: number, anew: boolean): void => {
    const { x, y, zoom } = this.view;
    const untouched = x === this.#fitted.x && y === this.#fitted.y && zoom === this.#fitted.zoom;
    const wider = width !== this.#frame.width;
    this.#canvas = canvas;
    if (wider || height !== this.#frame.height) this.#frame = { width, height };
    const { layout } = this;
    const { positions: before } = this.#shown ?? layout;
    const isLaidOutAnew = layout.positions !== before;
    this.#shown = layout;
    if (anew || (untouched && (wider || isLaidOutAnew))) {
      this.#fitted = initialGraphView(layout, this.#frame, layout.positions.get(this.current ?? ''));
      this.view = this.#fitted;
    } else if (isLaidOutAnew) {
      const id = [this.current ?? '', ...this.ids].find((each) => before.has(each) && layout.positions.has(each)) ?? '';
      const [from, to] = [before.get(id), layout.positions.get(id)];
      if (from && to) this.view = { x: x + (from.x - to.x) * zoom, y: y + (from.y - to.y) * zoom, zoom };
    }
    if (this.chosenStep) this.reveal(this.chosenStep.id);
  };

  readonly zoom = (factor: number): void => {
    this.view = zoomedView(this.view, this.#frame, factor);
  };

  readonly showWhole = (): void => {
    this.view = wholeView(this.layout, this.#frame);
  };

  reveal(id: string): void {
    const place = this.layout.positions.get(id);
    if (place) this.view = viewPannedToStep(this.view, this.#frame, place);
  }

  /** Moves the view to a step, at once or as soon as the canvas is mounted. */
  lookFor(id: string): void {
    if (!this.#places.has(id)) return;
    this.#current = id;
    if (this.#canvas) this.reveal(id);
  }

  readonly choose = (id: string): void => {
    this.#current = id;
    this.#chosen = { kind: 'step', id };
    this.reveal(id);
  };

  readonly chooseLink = (link: StepLink): void => {
    this.#chosen = { kind: 'link', link };
  };

  isChosen(link: StepLink): boolean {
    return this.chosenLink !== undefined && same(this.chosenLink, link);
  }

  /** Clears the selection; with `back` its step gets the focus again. */
  readonly close = (back = false): void => {
    const selection = this.#chosen;
    this.#chosen = null;
    if (back && selection) void this.focus(selection.kind === 'step' ? selection.id : selection.link.to);
  };

  /** Moves the focus to the step that an arrow key leads to; returns false if there is none. */
  go(from: string, key: string): boolean {
    const to = graphNeighbour(this.ids, this.links, this.layout, from, key);
    if (to !== null) void this.focus(to);
    return to !== null;
  }

  async focus(id: string): Promise<void> {
    this.#current = id;
    this.reveal(id);
    await tick();
    const node = this.#canvas?.querySelector<HTMLElement>(`[data-graph-step="${CSS.escape(id)}"]`);
    node?.focus({ preventScroll: true });
  }

  readonly mayConnect = (from: string, to: string): boolean => setDependency(this.steps, to, from, true).ok;

  /** Makes the step `to` depend on `from`, or shows why that is not possible. */
  readonly connect = (from: string, to: string): void => {
    this.#current = to;
    this.#change({ from, to }, true);
  };

  readonly disconnect = (link: StepLink): void => {
    this.close(true);
    this.#change(link, false);
  };

  /** True if the dependencies of a step may be changed here. */
  mayChange(step: Step): boolean {
    return isUnstarted(step) && !this.session.away;
  }

  mayRemove(link: StepLink): boolean {
    const step = this.step(link.to);
    return step !== undefined && this.mayChange(step);
  }

  #change({ from, to }: StepLink, needed: boolean): void {
    const step = this.step(to);
    const on = this.step(from);
    if (step && on) void this.session.depend(step, on, needed);
  }
}

const same = (a: StepLink, b: StepLink) => a.from === b.from && a.to === b.to;

/** The graph that contains a step or a link. */
export const [usePlanGraph, providePlanGraph] = createContext<PlanGraph>();
