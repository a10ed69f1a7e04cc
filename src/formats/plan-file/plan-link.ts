import { unstartedPlan } from '../../plan/plan-edits.ts';
import type { Plan } from '../../plan/plan.ts';
import { base64UrlOf, bytesOfBase64Url } from '../../values/base64.ts';
import { exportPlan } from './export-plan.ts';

/** The maximum length, in characters, of a link that other programs pass on without cutting it. */
export const longestLink = 8000;

const start = '#/plan/';
/**
 * The maximum size of an unpacked plan, in bytes: larger than any plan whose link is short enough. A link that unpacks
 * to more was made to fill the memory.
 */
const longestText = 1024 * 1024;

/**
 * Returns a link that opens this plan in Cairn at the address `page`. It contains the goal and the steps with their
 * tools, parameters, dependencies and placeholders, compressed into the fragment, which browsers do not send to any
 * server; results and statistics are left out. It may be longer than `longestLink`.
 */
export async function planLink(plan: Plan, page: string): Promise<string> {
  const text = exportPlan(unstartedPlan(plan, 'plan', plan.created_at));
  const packed = await through(
    new CompressionStream('deflate-raw'),
    new TextEncoder().encode(JSON.stringify(JSON.parse(text))),
  );
  const { href } = new URL(start, page);
  return href + base64UrlOf(packed);
}

/** True if a fragment claims to contain a plan. */
export const isPlanLink = (fragment: string): boolean => fragment.startsWith(start);

/** Returns the `plan.json` in a fragment; null if it is damaged or cut off. Its content is not checked. */
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

/** Rejects if the bytes are damaged, or unpack to more than `longestText`. */
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
  const outputStream = new Blob([bytes]).stream().pipeThrough(change).pipeThrough(limit);
  return new Uint8Array(await new Response(outputStream).arrayBuffer());
}
