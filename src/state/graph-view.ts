import { graphSize, type GraphLayout, type Point } from './graph-layout.ts';

interface Size {
  width: number;
  height: number;
}

/** Where the graph lies in its frame, and how large it is drawn. */
export interface GraphView {
  x: number;
  y: number;
  zoom: number;
}

const margin = 14;
/** The least size that the titles can be read at. */
const legible = 0.6;
export const zoomRange = { least: 0.02, most: 1.5 } as const;

/** The whole graph, no larger than life. */
export function wholeView({ left, width, height }: Size & { left: number }, frame: Size): GraphView {
  const fits = Math.min((frame.width - 2 * margin) / width, (frame.height - 2 * margin) / height, 1);
  const zoom = Math.max(zoomRange.least, fits);
  return {
    x: (frame.width - width * zoom) / 2 - left * zoom,
    y: Math.max(margin, (frame.height - height * zoom) / 3),
    zoom,
  };
}

/** The whole graph where that can be read, else as much of it as can, around the step that matters now. */
export function firstView(layout: GraphLayout, frame: Size, focus: Point | undefined): GraphView {
  const whole = wholeView(layout, frame);
  if (whole.zoom >= legible || !focus) return whole;
  const zoom = Math.max(legible, Math.min(1, (frame.width - 2 * margin) / layout.width));
  const [fromLeft, fromRight] = [
    margin - layout.left * zoom,
    frame.width - margin - (layout.left + layout.width) * zoom,
  ];
  const centred = frame.width / 2 - (focus.x + graphSize.width / 2) * zoom;
  const isWide = fromRight < fromLeft;
  const x = isWide ? Math.max(fromRight, Math.min(fromLeft, centred)) : (fromLeft + fromRight) / 2;
  const seenFromTop = (focus.y + graphSize.height) * zoom + 2 * margin < frame.height;
  return { x, y: seenFromTop ? margin : frame.height / 3 - focus.y * zoom, zoom };
}

/** The view moved by the least that brings a step into the frame. */
export function viewWith(view: GraphView, frame: Size, step: Point): GraphView {
  const shift = (at: number, size: number, room: number) => {
    const end = at + size * view.zoom;
    if (at >= margin && end <= room - margin) return 0;
    return at < margin ? margin - at : Math.max(room - margin - end, margin - at);
  };
  return {
    x: view.x + shift(view.x + step.x * view.zoom, graphSize.width, frame.width),
    y: view.y + shift(view.y + step.y * view.zoom, graphSize.height, frame.height),
    zoom: view.zoom,
  };
}

/** Larger or smaller by a factor, about the middle of the frame. */
export function zoomedView(view: GraphView, frame: Size, factor: number): GraphView {
  const zoom = Math.max(zoomRange.least, Math.min(zoomRange.most, view.zoom * factor));
  const about = (at: number, middle: number) => middle - ((middle - at) * zoom) / view.zoom;
  return { x: about(view.x, frame.width / 2), y: about(view.y, frame.height / 2), zoom };
}
