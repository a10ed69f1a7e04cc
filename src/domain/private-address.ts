const privateNames = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'localdomain', 'intranet', 'corp', 'home'];

/**
 * Whether a host (as `URL.hostname` gives it) is this machine or inside a private network (R13.5), by name or number.
 * What cannot be public by its form (reserved ranges, names without a dot) counts as private, too.
 */
export function isPrivateAddress(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/\.+$/, '')
    .replace(/^\[|\]$/g, '');
  if (host.includes(':')) return isPrivateIpv6(host);
  const octets = ipv4(host);
  if (octets) return isPrivateIpv4(octets);
  if (!host.includes('.')) return true;
  return privateNames.some((name) => host.endsWith(`.${name}`));
}

function ipv4(host: string): number[] | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return null;
  return host.split('.').map(Number);
}

function isPrivateIpv4([a = 0, b = 0, c = 0]: number[]): boolean {
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
    (a === 203 && b === 0 && c === 113)
  );
}

function isPrivateIpv6(host: string): boolean {
  const groups = ipv6(host);
  if (!groups) return true;
  const [first = 0, second = 0, third = 0] = groups;
  const embedded = (at: number) => {
    const [high = 0, low = 0] = groups.slice(at, at + 2);
    return isPrivateIpv4([high >> 8, high & 255, low >> 8, low & 255]);
  };
  const zeroUntil = (end: number) => groups.slice(0, end).every((group) => group === 0);
  if (zeroUntil(6)) return embedded(6);
  if (zeroUntil(5) && groups[5] === 0xffff) return embedded(6);
  if (zeroUntil(4) && groups[4] === 0xffff && groups[5] === 0) return embedded(6);
  if (first === 0x64 && second === 0xff9b) return third === 1 || embedded(6);
  if (first === 0x2002) return embedded(1);
  if (first === 0x2001 && (second === 0 || second === 0xdb8)) return true;
  return (first & 0xe000) !== 0x2000;
}

/** The eight groups of an IPv6 address, or null when it is none. */
function ipv6(host: string): number[] | null {
  const address = host.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail, more] = address.split('::');
  if (more !== undefined) return null;
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => 0), ...right];
  return groups.some((group) => Number.isNaN(group) || group > 0xffff) ? null : groups;
}
