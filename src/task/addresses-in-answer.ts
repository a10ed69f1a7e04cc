const address = /https?:\/\/[^\s"'<>\\{}[\]，。；、（）()|`]*[^\s"'<>\\{}[\]，。；、（）()|`.,;:!?*_~]/giu;

const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

/** Hosts that stand for any host, such as `example.com`. */
const placeholder =
  /^(?:.+\.)?(?:example\.(?:com|org|net|edu)|(?:your|my|our)[\w-]*\.\w+|(?:domain|website|site|company)\.(?:com|org|net)|localhost|[\w-]+\.(?:local|test|invalid))$/;

/** An address as it is looked for in texts: its host and path, without what may differ where it means the same page. */
export interface NamedAddress {
  host: string;
  path: string;
}

/** Returns the web addresses that an answer names outside of code, each once; placeholders are left out. */
export function addressesInAnswer(answer: string): NamedAddress[] {
  const all = new Map<string, NamedAddress>();
  for (const [found] of answer.replace(code, ' ').matchAll(address)) {
    if (!URL.canParse(found)) continue;
    const url = new URL(found);
    const host = url.host.toLowerCase().replace(/^www\./, '');
    const path = plainPath(url.pathname);
    if (!placeholder.test(url.hostname.toLowerCase())) all.set(host + path, { host, path });
  }
  return [...all.values()];
}

const plainPath = (path: string): string => decoded(path).toLowerCase().replace(/\/+$/, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the hosts of those addresses that stand in none of these texts. A page without its query, and a site of which
 * any page is named, count as named; so does a page of such a site whose path is that of a link.
 */
export function hostsNamedNowhere(addresses: readonly NamedAddress[], texts: Iterable<string>): string[] {
  const isSited = new Set<NamedAddress>();
  const hasPath = new Set<NamedAddress>();
  const isNamed = new Set<NamedAddress>();
  for (const text of texts) {
    const plain = text.replaceAll(String.raw`\/`, '/').toLowerCase();
    const forms = plain.includes('%') ? [plain, plain.replace(/(?:%[\da-f]{2})+/g, decoded)] : [plain];
    for (const each of addresses) {
      if (forms.some((form) => form.includes(each.host + each.path))) isNamed.add(each);
      if (forms.some((form) => form.includes(each.host))) isSited.add(each);
      if (each.path !== '' && forms.some((form) => form.includes(`(${each.path}`) || form.includes(`"${each.path}`)))
        hasPath.add(each);
    }
  }
  const isKnown = (each: NamedAddress) => isNamed.has(each) || (isSited.has(each) && hasPath.has(each));
  return [...new Set(addresses.filter((each) => !isKnown(each)).map(({ host }) => host))];
}
