import type { McpOffer } from '../../records/mcp-offer.ts';
import { isRecord } from '../../values/json.ts';
import type { McpTool } from '../../ports/mcp.ts';

/** Returns the tools of a list, each with its mark. */
export function markedOffers(list: readonly McpOffer[]): Promise<McpTool[]> {
  return Promise.all(list.map(async (offer) => ({ ...offer, mark: await markOf(offer) })));
}

/**
 * Returns a mark that no other tool's text can be made to have: a hash of the whole offer, or its whole text if the
 * browser has no hashes (over plain http).
 */
async function markOf(offer: McpOffer): Promise<string> {
  const text = JSON.stringify(offer, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) return text;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
