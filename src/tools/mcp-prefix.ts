import { plainWord } from './plain-word.ts';

/** What the names of all tools of a server begin with. */
export function mcpPrefix(server: string): string {
  return `mcp_${plainWord(server).slice(0, 24)}_`;
}
