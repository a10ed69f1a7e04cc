import { changeCompanionData, readCompanionData } from './stored-data.ts';
import { isReadableOrigin } from './readable-address.ts';

/** The permissions that a rendered read needs besides the site; the browser grants them without asking. */
const renderNeeds = ['scripting'];
const pattern = (origin: string) => ({ origins: [`${origin}/*`] });

/** Returns the sites that may be read: those that the person allowed here and the browser grants. */
export async function grantedSites(): Promise<string[]> {
  const { sites } = await readCompanionData();
  const sitePermissions = await Promise.all(sites.map((origin) => chrome.permissions.contains(pattern(origin))));
  return sites.filter((_, at) => sitePermissions[at]);
}

/** Returns the sites that may be read and whose scripts may be run. */
export async function scriptAllowedSites(): Promise<string[]> {
  const [{ rendered }, permittedSites] = await Promise.all([readCompanionData(), grantedSites()]);
  return permittedSites.filter((origin) => rendered.includes(origin));
}

/**
 * Lets the browser ask the person, which works only after a click in the companion's own page; true if it was allowed.
 */
export async function grantSite(origin: string, renders = false): Promise<boolean> {
  const isGranted = await chrome.permissions.request({
    ...pattern(origin),
    ...(renders ? { permissions: renderNeeds } : {}),
  });
  const with_ = (sites: string[]) => [...new Set([...sites, origin])].sort();
  if (isGranted)
    await changeCompanionData(({ sites, rendered }) => ({
      sites: with_(sites),
      rendered: renders ? with_(rendered) : rendered,
    }));
  return isGranted;
}

/** Revokes a site. Ignores patterns, which would revoke more than one site. */
export async function revokeSite(origin: string): Promise<void> {
  if (!isReadableOrigin(origin)) return;
  await forget((site) => site === origin);
  await chrome.permissions.remove(pattern(origin)).catch(() => undefined);
}

/**
 * Removes the sites that the browser no longer grants, so that a wider grant given there later does not bring them
 * back.
 */
export async function forgetWithdrawnSites(): Promise<void> {
  const [{ sites: before }, permittedSites] = await Promise.all([readCompanionData(), grantedSites()]);
  const withdrawnSites = before.filter((site) => !permittedSites.includes(site));
  if (withdrawnSites.length > 0) await forget((site) => withdrawnSites.includes(site));
}

const forget = (which: (site: string) => boolean) =>
  changeCompanionData(({ sites, rendered }) => ({
    sites: sites.filter((site) => !which(site)),
    rendered: rendered.filter((site) => !which(site)),
  }));
