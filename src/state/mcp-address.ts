/** The address of a server as the person typed it: complete, or what is wrong with it. A missing `https://` is added. */
export function mcpAddress(text: string): { ok: true; url: string } | { ok: false; problem: 'address' | 'password' } {
  const typed = text.trim();
  const wanted = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (typed === '' || !URL.canParse(wanted)) return { ok: false, problem: 'address' };
  const url = new URL(wanted);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'address' };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'password' };
  url.hash = '';
  return { ok: true, url: url.href };
}
