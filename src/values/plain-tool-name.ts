/**
 * Returns what the name under which models are offered a server's tool tells people of it: “rude slow” for
 * `mcp_rude_slow`; empty if it tells nothing, as of a tool with a Chinese name. Other names are returned unchanged.
 */
export function plainToolName(name: string): string {
  if (!name.startsWith('mcp_')) return name;
  const words = name.slice(4).split('_');
  return words.filter((word) => !/^(?=[a-f]*\d)[0-9a-f]{6}$/.test(word)).join(' ');
}
