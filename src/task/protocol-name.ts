import * as z from 'zod/mini';

/** How decisions are exchanged with a model: native tool calls, a JSON contract, or text markers. */
export const ProtocolName = z.enum(['tools', 'json', 'markers']);
export type ProtocolName = z.infer<typeof ProtocolName>;

/** The next simpler protocol to fall back to, or null after the last one. */
export function simplerProtocol(protocol: ProtocolName): ProtocolName | null {
  return protocol === 'tools' ? 'json' : protocol === 'json' ? 'markers' : null;
}
