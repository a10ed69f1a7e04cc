import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import type { McpFault } from '../ports/mcp.ts';
import { cutOffCode } from './watched-transport.ts';

const longestDetail = 500;

/** What went wrong, by the error that the protocol's client threw; `sent`: a call may have reached the server. */
export function mcpFault(error: unknown, sent: boolean, seconds: number): McpFault {
  const away: McpFault = { code: sent ? 'cut' : 'unreachable' };
  if (error instanceof InsufficientScopeError) return { code: 'key', status: 403 };
  if (error instanceof SdkHttpError) return byStatus(error.status);
  if (error instanceof ProtocolError)
    return error.code === cutOffCode
      ? away
      : { code: 'refused', detail: error.message.replace(/^MCP error -?\d+: /, '').slice(0, longestDetail) };
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout) return { code: 'timeout', seconds };
    if (error.code === SdkErrorCode.ConnectionClosed) return away;
    if (error.cause !== undefined) return mcpFault(error.cause, sent, seconds);
    return { code: 'no_mcp' };
  }
  if (error instanceof TypeError) return away;
  return { code: 'no_mcp' };
}

/** A redirect that is not followed has the status 0 in a browser. */
function byStatus(status: number): McpFault {
  if (status === 0 || (status >= 300 && status < 400)) return { code: 'redirected' };
  if (status === 401 || status === 403) return { code: 'key', status };
  if (status === 429 || status >= 500) return { code: 'status', status };
  return { code: 'no_mcp' };
}
