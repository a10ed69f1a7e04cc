import { Position, type Node } from '@xyflow/svelte';
import { graphSize, type GraphLayout } from '../../state/graph-layout.ts';

const { width, height } = graphSize;
const size = { width, height };
const middle = { x: width / 2, width: 1, height: 1 };
const handles = [
  { type: 'target', position: Position.Top, y: 0, ...middle },
  { type: 'source', position: Position.Bottom, y: height, ...middle },
] satisfies Node['handles'];
/** The step within says what it is. */
const domAttributes = { 'aria-roledescription': undefined };

/** The steps as the graph library knows them: what it would measure is given, so that only those in sight are drawn. */
export function graphNodes(ids: readonly string[], { places }: GraphLayout): Node[] {
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
