import { isNameable } from '../browser/nameable-site.ts';
import { siteParameter } from '../browser/net-messages.ts';

/**
 * The policy for a network worker's script: it may reach the sites that its address names, and nothing else (R13.4). A
 * policy cannot name IPv6 addresses and some odd hosts; there it names the scheme, and the worker's own code does the rest.
 */
export function connectPolicy(query: string): string {
  const sites = new URLSearchParams(query).getAll(siteParameter).map((site) => {
    if (isNameable(site)) return site;
    return /^https?:\/\/[^\s;,]+$/i.test(site) ? `${site.split(':')[0]}:` : "'none'";
  });
  const sources = sites.filter((site) => site !== "'none'");
  return `default-src 'none'; connect-src ${sources.join(' ') || "'none'"}`;
}
