import type { Result } from '../../values/result.ts';
import { portBlockedByBrowsers } from '../../values/barred-port.ts';
import { isPrivateAddress } from '../../values/private-address.ts';
import { typedUrl } from '../../values/typed-url.ts';
import type { McpError } from '../../ports/mcp.ts';
import type { Translator } from '../app/translator.svelte.ts';

/**
 * Returns the complete address of a server from typed text, or what is wrong with it. Adds a missing `https://`, or
 * `http://` for a server on this machine or in a private network.
 */
export function parseMcpAddress(text: string): Result<string, 'address' | 'password' | 'barred_port'> {
  const typedAddress = text.trim();
  const addressWithScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typedAddress) ? typedAddress : `https://${typedAddress}`;
  const url = typedAddress === '' ? null : typedUrl(addressWithScheme);
  if (url && addressWithScheme !== typedAddress && isPrivateAddress(url.hostname)) url.protocol = 'http:';
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { ok: false, error: 'address' };
  if (url.username !== '' || url.password !== '') return { ok: false, error: 'password' };
  if (portBlockedByBrowsers(url.href) !== null) return { ok: false, error: 'barred_port' };
  url.hash = '';
  return { ok: true, value: url.href };
}

/** Returns why a server did not list its tools, and what to do about it. `origin` is that of the page. */
export function mcpErrorText(error: McpError, url: string, origin: string, words: Pick<Translator, 't'>): string {
  const { host } = new URL(url);
  switch (error.code) {
    case 'unreachable':
      return words.t('mcp.fault.unreachable', { host, origin });
    case 'timeout':
      return words.t('mcp.fault.timeout', { host, seconds: error.seconds });
    case 'key':
    case 'status':
      return words.t(`mcp.fault.${error.code}`, { host, status: error.status });
    case 'refused':
      return words.t('mcp.fault.refused', { host, detail: error.detail });
    case 'cut':
    case 'redirected':
    case 'no_mcp':
    case 'aborted':
      return words.t(`mcp.fault.${error.code}`, { host });
  }
}
