/**
 * Whether an address lies at a site: an origin, exactly, or `https://*.name` for the hosts below a name. A user name or
 * password in the address belongs to no site.
 */
export function reaches(site: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, username, password, port } = new URL(address);
  if (username !== '' || password !== '') return false;
  const family = /^(https?:)\/\/\*\.(.+)$/.exec(site);
  if (!family) return origin === site && /^https?:$/.test(protocol);
  return protocol === family[1] && hostname.endsWith(`.${family[2]}`) && port === '';
}
