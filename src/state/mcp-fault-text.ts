import type { McpFault } from '../ports/mcp.ts';
import type { Words } from './words.svelte.ts';

/** Why a server gave no list of its tools, and what to do about it. `origin` is the page's own. */
export function mcpFaultText(fault: McpFault, url: string, origin: string, words: Pick<Words, 't'>): string {
  const { host } = new URL(url);
  switch (fault.code) {
    case 'unreachable':
      return words.t('mcp.fault.unreachable', { host, origin });
    case 'timeout':
      return words.t('mcp.fault.timeout', { host, seconds: fault.seconds });
    case 'key':
    case 'status':
      return words.t(`mcp.fault.${fault.code}`, { host, status: fault.status });
    case 'refused':
      return words.t('mcp.fault.refused', { host, detail: fault.detail });
    case 'cut':
    case 'redirected':
    case 'no_mcp':
    case 'aborted':
      return words.t(`mcp.fault.${fault.code}`, { host });
  }
}
