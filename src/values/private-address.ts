import { privateHostNames } from './private-names.ts';

const spelled = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?=[.-])/g;

/**
 * True if a host, in any spelling, is this machine or inside a private network, by name or number. Hosts that cannot be
 * public by their form (reserved ranges, names without a dot) or whose names contain a private address count as private
 * too. What a custom name resolves to is unknown before the request.
 */
export function isPrivateAddress(hostname: string): boolean {
  const bare = hostname.includes(':') && !hostname.startsWith('[');
  const address = `http://${bare ? `[${hostname}]` : hostname}/`;
  if (!URL.canParse(address)) return true;
  const host = new URL(address).hostname.replace(/\.+$/, '');
  return host.startsWith('[') ? isPrivateIpv6(host.slice(1, -1)) : isPrivateHostName(host);
}

/**
 * True if a host is this machine or inside a private network, as `isPrivateAddress` decides. `host` must be as `URL`
 * writes it, without a final dot, and not an IPv6 address.
 */
export function isPrivateHostName(host: string): boolean {
  const octets = ipv4(host);
  if (octets) return isPrivateIpv4(octets);
  if (!host.includes('.')) return true;
  if (privateHostNames.some((name) => host === name || host.endsWith(`.${name}`))) return true;
  return [...host.matchAll(spelled)].some((found) => isPrivateIpv4(found.slice(1).map(Number)));
}

function ipv4(host: string): number[] | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return null;
  return host.split('.').map(Number);
}

/** Includes the public address at which machines in Azure reach their host (168.63.129.16). */
function isPrivateIpv4([a = 0, b = 0, c = 0, d = 0]: number[]): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)))) ||
    (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) ||
    (a === 203 && b === 0 && c === 113) ||
    (a === 168 && b === 63 && c === 129 && d === 16)
  );
}

function isPrivateIpv6(host: string): boolean {
  const groups = groupsOf(host);
  const [first = 0, second = 0, , , fifth = 0] = groups;
  const embedded = (at: number) => {
    const [high = 0, low = 0] = groups.slice(at, at + 2);
    return isPrivateIpv4([high >> 8, high & 255, low >> 8, low & 255]);
  };
  const zeroUntil = (end: number) => groups.slice(0, end).every((group) => group === 0);
  if (zeroUntil(6)) return embedded(6);
  if (zeroUntil(5) && groups[5] === 0xffff) return embedded(6);
  if (zeroUntil(4) && groups[4] === 0xffff && groups[5] === 0) return embedded(6);
  if (first === 0x64 && second === 0xff9b) return groups.slice(2, 6).some((group) => group !== 0) || embedded(6);
  if (first === 0x2002) return embedded(1);
  if (first === 0x2001 && (second < 0x200 || second === 0xdb8)) return true;
  if (first === 0x3fff && second < 0x1000) return true;
  if (groups[5] === 0x5efe && (fifth & 0xfdff) === 0 && embedded(6)) return true;
  return (first & 0xe000) !== 0x2000;
}

/** The eight groups of an IPv6 address as `URL` writes it. */
function groupsOf(host: string): number[] {
  const [left = [], right = []] = host.split('::').map((half) => half.split(':').filter(Boolean));
  const zeroGroups = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeroGroups, ...right].map((group) => parseInt(group, 16));
}

/** The origin of an address, or of a host alone, and whether it is private; null if it is invalid. */
export function originOfTypedAddress(typedAddress: string): { origin: string; private_address: boolean } | null {
  const text = typedAddress.trim();
  try {
    const { protocol, origin, hostname } = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    /* Chromium accepts a host with spaces and writes them as `%20`. */
    return /^https?:$/.test(protocol) && /^[^%]+$/.test(hostname)
      ? { origin, private_address: isPrivateAddress(hostname) }
      : null;
  } catch {
    return null;
  }
}
