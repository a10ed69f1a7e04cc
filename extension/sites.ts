import { keep, kept } from './kept.ts';

const pattern = (origin: string) => ({ origins: [`${origin}/*`] });

/** The sites that may be read: those that the person allowed here and the browser grants. */
export async function grantedSites(): Promise<string[]> {
  const { sites } = await kept();
  const granted = await Promise.all(sites.map((origin) => chrome.permissions.contains(pattern(origin))));
  return sites.filter((_, at) => granted[at]);
}

/** Lets the browser ask the person, which it does only for a press in the companion's own page; whether it was allowed. */
export async function grantSite(origin: string): Promise<boolean> {
  const granted = await chrome.permissions.request(pattern(origin));
  if (granted) await keep(({ sites }) => ({ sites: [...new Set([...sites, origin])].sort() }));
  return granted;
}

export async function revokeSite(origin: string): Promise<void> {
  await keep(({ sites }) => ({ sites: sites.filter((site) => site !== origin) }));
  await chrome.permissions.remove(pattern(origin)).catch(() => undefined);
}

/** Forgets what the browser no longer grants, so that a wider grant given there later does not bring it back. */
export async function forgetWithdrawn(): Promise<void> {
  const [{ sites: before }, granted] = await Promise.all([kept(), grantedSites()]);
  const withdrawn = before.filter((site) => !granted.includes(site));
  if (withdrawn.length > 0) await keep(({ sites }) => ({ sites: sites.filter((site) => !withdrawn.includes(site)) }));
}
