import { siteParameter } from '../browser/net-messages.ts';

/** A site as a policy can name it: no address in brackets, no characters that names of hosts do not have. */
const nameable = /^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;

/**
 * The policy for a network worker's script: it may reach the sites that its address names, and nothing else (R13.4). A
 * policy cannot name IPv6 addresses and some odd hosts; there it names the scheme, and the worker's own code does the rest.
 */
export function connectPolicy(query: string): string {
  const sites = new URLSearchParams(query).getAll(siteParameter).map((site) => {
    if (nameable.test(site)) return site;
    return /^https?:\/\/[^\s;,]+$/i.test(site) ? `${site.split(':')[0]}:` : "'none'";
  });
  const sources = sites.filter((site) => site !== "'none'");
  return `default-src 'none'; connect-src ${sources.join(' ') || "'none'"}`;
}
