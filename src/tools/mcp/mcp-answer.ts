import {
  type CallToolResult,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import type { Json } from '../../values/json.ts';
import { percentDecoded } from '../../values/percent-decoded.ts';
import type { McpToolResult, McpContent, McpError } from '../../ports/mcp.ts';

/** Returns a server's result of a call as the app's own type. */
export function toolResultFromMcp({ content, structuredContent, isError }: CallToolResult): McpToolResult {
  return {
    content: content.map(contentOf),
    ...(structuredContent !== undefined && { output: structuredContent as Json }),
    failed: isError === true,
  };
}

function contentOf(part: CallToolResult['content'][number]): McpContent {
  switch (part.type) {
    case 'text':
      return { kind: 'text', text: part.text };
    case 'image':
    case 'audio':
      return { kind: 'bytes', name: null, mime: part.mimeType, base64: part.data };
    case 'resource_link':
      return { kind: 'link', name: part.title ?? part.name, uri: part.uri };
    case 'resource': {
      const { resource } = part;
      const end = resource.uri.split(/[/?#]/).findLast((each) => each !== '');
      const name = end === undefined ? null : percentDecoded(end);
      if ('text' in resource)
        return { kind: 'text', text: resource.text, file: { name, mime: resource.mimeType ?? 'text/plain' } };
      return { kind: 'bytes', name, mime: resource.mimeType ?? 'application/octet-stream', base64: resource.blob };
    }
  }
}

/** The JSON-RPC error code of the error that replaces a missing response; the range is free for implementations. */
const cutOffCode = -32_050;

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/**
 * A Streamable HTTP transport that reports an error when the stream of a response ends without the response, which
 * would otherwise be awaited forever.
 */
export class McpHttpTransport extends StreamableHTTPClientTransport {
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

const longestDetail = 500;

/** Returns the app's error for one that the protocol's client threw; `wasSent`: a call may have reached the server. */
export function mcpErrorOf(error: unknown, wasSent: boolean, seconds: number): McpError {
  const away: McpError = { code: wasSent ? 'cut' : 'unreachable' };
  if (error instanceof InsufficientScopeError) return { code: 'key', status: 403 };
  if (error instanceof SdkHttpError) return byStatus(error.status);
  if (error instanceof ProtocolError)
    return error.code === cutOffCode
      ? away
      : { code: 'refused', detail: error.message.replace(/^MCP error -?\d+: /, '').slice(0, longestDetail) };
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout) return { code: 'timeout', seconds };
    if (error.code === SdkErrorCode.ConnectionClosed) return away;
    if (error.cause !== undefined) return mcpErrorOf(error.cause, wasSent, seconds);
    return { code: 'no_mcp' };
  }
  if (error instanceof TypeError) return away;
  return { code: 'no_mcp' };
}

/** Returns the error for an HTTP status; a redirect that is not followed has the status 0 in a browser. */
function byStatus(status: number): McpError {
  if (status === 0 || (status >= 300 && status < 400)) return { code: 'redirected' };
  if (status === 401 || status === 403) return { code: 'key', status };
  if (status === 429 || status >= 500) return { code: 'status', status };
  return { code: 'no_mcp' };
}
