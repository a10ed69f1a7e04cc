import { contentHash } from '../domain/content-hash.ts';
import { mcpPrefix } from './mcp-prefix.ts';
import { plainWord } from './plain-word.ts';

const longest = 64;

/**
 * The names under which the tools of a server are offered: `mcp_server_tool`, of a-z, 0-9 and `_` only, at most 64 long,
 * each given once. They depend on the server's and the tools' own names alone, so a plan finds its tools again.
 */
export function mcpToolNames(server: string, tools: readonly string[], taken: ReadonlySet<string>): string[] {
  const given = new Set(taken);
  return tools.map((tool) => {
    const plain = `${mcpPrefix(server)}${plainWord(tool)}`;
    const name = plain.length > longest || given.has(plain) ? marked(plain, `${server}/${tool}`) : plain;
    given.add(name);
    return name;
  });
}

function marked(name: string, of: string): string {
  const mark = contentHash({ of }).slice(0, 6);
  return `${name.slice(0, longest - mark.length - 1)}_${mark}`;
}
