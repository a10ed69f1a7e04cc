import type { ModelServer } from '../../../e2e/support/model-server.ts';

/** When a browser is killed: so many milliseconds after it was set to work, or after its k-th request to the model. */
export interface Moment {
  request: number | null;
  after: number;
}

/**
 * One moment of a run of this length, from its first millisecond to shortly before its end: half of them by the clock,
 * half by the requests that the model sees.
 */
export function drawMoment(draw: () => number, length: { duration: number; requests: number }): Moment {
  if (draw() < 0.5) return { request: null, after: Math.round(0.97 * length.duration * draw()) };
  return { request: 1 + Math.floor(length.requests * draw()), after: Math.round(70 * draw()) };
}

/** Resolves at the moment, counted from now. */
export async function reached({ request, after }: Moment, model: Pick<ModelServer, 'hold'>): Promise<void> {
  let seen = 0;
  if (request !== null) {
    const gate = model.hold(() => (seen += 1) === request);
    gate.open();
    await gate.arrived;
  }
  await new Promise((resolve) => setTimeout(resolve, after));
}
