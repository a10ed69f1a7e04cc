/** Whether a policy can name a site: no address in brackets, no characters that names of hosts do not have. */
export function isNameable(site: string): boolean {
  return /^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i.test(site);
}
