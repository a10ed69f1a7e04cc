import { toolError, type ToolResult } from '../../task/tool-result.ts';
import type { McpError } from '../../ports/mcp.ts';

/**
 * Returns in plain words why a call of a server's tool failed. `once`: the call must not be repeated, so one that may
 * have been carried out is not reported as a temporary error, which would be retried.
 */
export function mcpToolError(server: string, error: McpError, once: boolean): ToolResult {
  const who = `The MCP server “${server}”`;
  const unknown =
    ' Whether the call was carried out is not known: check that before you try it again, or ask the person.';
  const doubt = once ? { cause: { failure: 'outcome_unknown' as const, name: server } } : {};
  switch (error.code) {
    case 'aborted':
      return toolError('failed', `The call to “${server}” was stopped.`);
    case 'unreachable':
      return toolError(
        'network',
        `${who} cannot be reached: it is down, it does not let this page in (CORS), or there is no network.`,
      );
    case 'cut':
      return toolError(once ? 'failed' : 'network', `${who} went away during the call.${once ? unknown : ''}`, doubt);
    case 'timeout':
      return toolError(
        once ? 'failed' : 'timeout',
        `${who} gave no sign for ${error.seconds} seconds.${once ? unknown : ''}`,
        doubt,
      );
    case 'redirected':
      return toolError('failed', `${who} points to another address, and redirects are not followed. ${tell}`);
    case 'key':
      return toolError('failed', `${who} refuses the key it was given, or wants one (${error.status}). ${tell}`, {
        status: error.status,
      });
    case 'status':
      return error.status === 429
        ? toolError('rate_limit', `${who} is being asked too often (429).`, { status: 429 })
        : toolError(
            once ? 'failed' : 'server',
            `${who} has a fault of its own (${error.status}).${once ? unknown : ''}`,
            { status: error.status, ...doubt },
          );
    case 'no_mcp':
      return toolError('failed', `At the address of “${server}” something answers, but not as an MCP server. ${tell}`);
    case 'refused':
      return {
        ...toolError('failed', `${who} refused the call: ${error.detail}`, { quote: error.detail }),
        foreign: true,
      };
  }
}

const tell = 'The person can mend that in the settings.';
