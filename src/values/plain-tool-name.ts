/**
 * Returns the name of a server's tool for people, as far as the name under which models are offered it shows that:
 * “rude slow” for `mcp_rude_slow`. Other names are returned unchanged.
 */
export function plainToolName(name: string): string {
  if (!name.startsWith('mcp_')) return name;
  const plain = name.slice(4).replace(/_(?=[a-f]*\d)[0-9a-f]{6}$/, '');
  return plain.replaceAll('_', ' ');
}
