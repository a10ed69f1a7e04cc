import { freshPlan } from '../../plan/plan-edits.ts';
import type { Plan } from '../../plan/plan.ts';
import { base64UrlOf, bytesOfBase64Url } from '../../values/base64.ts';
import { exportPlan } from './export-plan.ts';

/** The longest address that programs which pass links on leave whole, in characters. */
export const longestLink = 8000;

const start = '#/plan/';
/** More than any plan has whose link is short enough; a link that unpacks to more was made to fill the memory. */
const longestText = 1024 * 1024;

/**
 * The address that opens this plan in a Cairn at `page`: goal, steps, dependencies and blanks, compressed into the
 * fragment, which browsers send to no server. Results and figures are left out. It may be longer than `longestLink`.
 */
export async function planLink(plan: Plan, page: string): Promise<string> {
  const text = exportPlan(freshPlan(plan, 'plan', plan.created_at));
  const packed = await through(
    new CompressionStream('deflate-raw'),
    new TextEncoder().encode(JSON.stringify(JSON.parse(text))),
  );
  const { href } = new URL(start, page);
  return href + base64UrlOf(packed);
}

/** Whether a fragment claims to hold a plan. */
export const isPlanLink = (fragment: string): boolean => fragment.startsWith(start);

/** The `plan.json` in a fragment; null where it is damaged or was cut off. What it says is not checked. */
export async function planInLink(fragment: string): Promise<string | null> {
  try {
    const packed = bytesOfBase64Url(fragment.slice(start.length));
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await through(new DecompressionStream('deflate-raw'), packed),
    );
  } catch {
    return null;
  }
}

/** Rejects where the bytes are damaged, or give more than `longestText`. */
async function through(
  change: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  let length = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      length += piece.length;
      if (length > longestText) throw new RangeError('It unpacks to too much.');
      controller.enqueue(piece);
    },
  });
  const changed = new Blob([bytes]).stream().pipeThrough(change).pipeThrough(limit);
  return new Uint8Array(await new Response(changed).arrayBuffer());
}
