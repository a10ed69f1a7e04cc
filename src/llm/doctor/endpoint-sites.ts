/** The sites that a connection's test may reach: its own, and the one that differs by http or https alone, to which many redirect. */
export function endpointSites(baseUrl: string): readonly string[] {
  if (!URL.canParse(baseUrl.trim())) return [];
  const { origin, protocol, host } = new URL(baseUrl.trim());
  return [origin, `${protocol === 'http:' ? 'https:' : 'http:'}//${host}`];
}
