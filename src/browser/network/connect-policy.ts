import { siteParameter } from './net-messages.ts';

/**
 * Returns the policy for a network worker's script: `connect-src` with the sites in its URL, and nothing else. A policy
 * cannot name IPv6 addresses and some unusual hosts; for those it names the scheme, and the worker's own code enforces
 * the host.
 */
export function networkWorkerCsp(query: string): string {
  const sites = new URLSearchParams(query).getAll(siteParameter).map((site) => {
    if (isCspSource(site)) return site;
    return /^https?:\/\/[^\s;,]+$/i.test(site) ? `${site.split(':')[0]}:` : "'none'";
  });
  const sources = sites.filter((site) => site !== "'none'");
  return `default-src 'none'; connect-src ${sources.join(' ') || "'none'"}`;
}

/** True if a CSP can name a site: no IPv6 address, only characters of host names. */
export function isCspSource(site: string): boolean {
  return /^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i.test(site);
}
