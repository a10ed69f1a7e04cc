import { type Edge, Position, type Node } from '@xyflow/svelte';
import type { StepLink } from '../../plan/step-links.ts';
import { type GraphLayout, graphSize } from './graph-layout.ts';
import { svgPathOfLink } from './graph-view.ts';

export type GraphEdge = Edge<{ path: string }>;

/**
 * Returns the links as edges of the graph library. They are hidden from screen readers, since each step names its
 * dependencies.
 */
export function graphEdges(links: readonly StepLink[], { paths: ways }: GraphLayout): GraphEdge[] {
  return links.map((link) => ({
    id: JSON.stringify([link.from, link.to]),
    type: 'link',
    source: link.from,
    target: link.to,
    data: { path: svgPathOfLink(ways.get(link) ?? []) },
    domAttributes: { 'aria-hidden': true },
  }));
}

const { width, height } = graphSize;
const size = { width, height };
const middle = { x: width / 2, width: 1, height: 1 };
const handles = [
  { type: 'target', position: Position.Top, y: 0, ...middle },
  { type: 'source', position: Position.Bottom, y: height, ...middle },
] satisfies Node['handles'];
/** Removes the library's role description; the step inside describes itself. */
const domAttributes = { 'aria-roledescription': undefined };

/** Returns the steps as nodes of the graph library, with fixed sizes, so that it renders only those in view. */
export function graphNodes(ids: readonly string[], { positions: places }: GraphLayout): Node[] {
  return ids.map((id) => ({
    id,
    type: 'step',
    position: places.get(id) ?? { x: 0, y: 0 },
    data: {},
    ...size,
    measured: size,
    handles,
    domAttributes,
  }));
}
