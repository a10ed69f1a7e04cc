import { StreamableHTTPClientTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';

/** The code of the answer that stands in for one that did not come; JSON-RPC leaves it to implementations. */
export const cutOffCode = -32_050;

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/** Streamable HTTP that notices when the stream of an answer ends without the answer, which else would be waited for. */
export class WatchedTransport extends StreamableHTTPClientTransport {
  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    const id = !Array.isArray(message) && 'method' in message && 'id' in message ? message.id : undefined;
    if (id === undefined) return super.send(message, options);
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: cutOffCode, message: 'The stream ended.' } });
    };
    return super.send(message, { ...options, onRequestStreamEnd });
  }
}
