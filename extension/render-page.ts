import type { RestrictedFrame } from './restricted-frame.ts';
import { readBody } from './read-page.ts';
import type { ReadOutcome, Reader } from './reader.ts';

/**
 * The policy of a rendered page: it may run scripts, style itself, and load from the given sites. No images, media,
 * workers, forms.
 */
export const renderedPolicy = (sites: readonly string[]) => {
  const from = sites.join(' ');
  return `default-src 'none'; script-src ${from} 'unsafe-inline' 'unsafe-eval'; style-src ${from} 'unsafe-inline'; connect-src ${from}; frame-src ${from}; worker-src 'none'; form-action 'none'`;
};

/**
 * Returns a reader that reads a page after its scripts have run, in a hidden frame: without cookies and with a separate
 * storage, without windows, dialogs and downloads. The frame can navigate to rendered sites only.
 */
export function pageRenderer(fence: (sites: readonly string[], what: 'frame') => RestrictedFrame): Reader {
  return async (request, tell, stop) => {
    const { id, url, sites, rendered = [], timeout_ms } = request;
    const fenced = fence(rendered, 'frame');
    const frame = Object.assign(fenced.document.createElement('iframe'), {
      credentialless: true,
      csp: renderedPolicy(sites),
      referrerPolicy: 'no-referrer',
      src: url,
    });
    frame.sandbox.add('allow-scripts', 'allow-same-origin');
    frame.style.cssText = 'width:1280px;height:4000px';
    let hear: Parameters<typeof chrome.runtime.onMessage.addListener>[0] = () => undefined;
    try {
      const page = await new Promise<{ html: string; at: string } | Extract<ReadOutcome, { kind: 'error' }>['code']>(
        (resolve) => {
          let hasScriptAnswered = false;
          hear = (message, sender) => {
            if (typeof message !== 'object' || message === null || !('rendered' in message)) return;
            if (sender.id !== chrome.runtime.id || sender.tab || !sender.url) return;
            if (!rendered.includes(new URL(sender.url).origin)) return;
            hasScriptAnswered = true;
            if (typeof message.rendered === 'string') resolve({ html: message.rendered, at: sender.url });
          };
          chrome.runtime.onMessage.addListener(hear);
          fenced.document.addEventListener('securitypolicyviolation', () => resolve('redirected_ungranted'));
          frame.addEventListener('load', () => setTimeout(() => hasScriptAnswered || resolve('unreachable'), 500));
          setTimeout(resolve, timeout_ms, 'timeout');
          stop.addEventListener('abort', () => resolve('aborted'));
          fenced.document.body.append(frame);
        },
      );
      if (typeof page === 'string') return { kind: 'error', code: page };
      const response = new Response(page.html);
      tell({
        kind: 'head',
        id,
        status: 200,
        url: page.at,
        content_type: 'text/html; charset=utf-8',
        retry_after: null,
      });
      return await readBody(response, request, tell);
    } finally {
      chrome.runtime.onMessage.removeListener(hear);
      fenced.remove();
    }
  };
}
