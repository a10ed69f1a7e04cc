import type { Edge } from '@xyflow/svelte';
import type { StepLink } from '../../domain/step-links.ts';
import type { GraphLayout } from '../../state/graph-layout.ts';
import { linkPath } from '../../state/link-path.ts';

export type GraphEdge = Edge<{ path: string }>;

/** The links as the graph library knows them. Each step says in words what it waits for, so they are for the eye alone. */
export function graphEdges(links: readonly StepLink[], { ways }: GraphLayout): GraphEdge[] {
  return links.map((link) => ({
    id: JSON.stringify([link.from, link.to]),
    type: 'link',
    source: link.from,
    target: link.to,
    data: { path: linkPath(ways.get(link) ?? []) },
    domAttributes: { 'aria-hidden': true },
  }));
}
