/**
 * Classifies a host by address space, as browsers do before resolving its name: this machine, the local network, or
 * public.
 */
export function addressSpaceOfHost(hostname: string): 'loopback' | 'local' | 'public' {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (/^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)) return 'loopback';
  const nearby =
    /^(?:10(?:\.\d+){3}|192\.168(?:\.\d+){2}|169\.254(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[f[cde].*\]|.+\.local)$/;
  return nearby.test(host) ? 'local' : 'public';
}
