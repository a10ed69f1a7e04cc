import { scriptedSite } from './scripted-pages.ts';
import type { Site } from './small-net.ts';

export const cairn = 'https://cairn.example';
/** Sites that the browser grants in tests; the companion still asks the person for each. */
export const grantable = ['open', 'plain', 'shut', 'turns', 'leaving', 'flood', 'odd'].map((name) => `${name}.example`);

/** Cairn's own policy: it does not stop the line. */
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src https:";

/** The sites of the small net: none lets other pages read it, save `welcome.example`. */
export function smallSites(script: string): Site {
  return (request, response, url) => {
    const page = (text: string, headers: Record<string, string> = {}) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text);
    const to = (location: string) => response.writeHead(302, { location }).end();
    if (url.pathname === '/line.js') return page(script, { 'content-type': 'text/javascript' });
    if (url.pathname === '/app') {
      const frame = url.searchParams.get('frame');
      const inner = frame === null ? '' : `<iframe ${frame}></iframe>`;
      const headers = url.searchParams.has('bare') ? {} : { 'content-security-policy': policy };
      return page(`<!doctype html><title>app</title>${inner}<script src="/line.js"></script>`, headers);
    }
    /** A page that calls before anybody sees it. */
    if (url.pathname === '/prepared')
      return page(
        `<!doctype html><title>prepared</title><script src="/line.js"></script><script>const early = openLine(); early.post({ kind: 'read', id: 1, url: 'https://open.example/loot', max_bytes: 99, timeout_ms: 3000 });</script>`,
      );
    if (url.pathname === '/cookie')
      return page('set', { 'set-cookie': 'secret=canary; Secure; SameSite=None; Path=/' });
    if (url.pathname.startsWith('/scripted/')) {
      scriptedSite(request, response, url);
      return;
    }
    if (url.pathname === '/slow') return void request.socket.once('close', () => response.destroy());
    if (url.pathname === '/stall') return void response.writeHead(200, { 'content-type': 'text/plain' }).write('begun');
    if (url.pathname === '/huge')
      return void response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '90000000' }).write('a');
    if (url.pathname === '/endless') {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(50_000)));
        response.once('drain', more);
      };
      more();
      return undefined;
    }
    if (/^\/(?:type|prices\.xlsx)$/i.test(url.pathname)) {
      const type = url.searchParams.get('is');
      return void response.writeHead(200, type === null ? {} : { 'content-type': type }).end('some bytes');
    }
    if (url.pathname === '/to') return to(url.searchParams.get('where')!);
    if (url.hostname === 'welcome.example') return page('welcome', { 'access-control-allow-origin': '*' });
    return page(`<title>${url.hostname}</title><p>Read at ${url.hostname}${url.pathname}: grüße, 你好.`);
  };
}
