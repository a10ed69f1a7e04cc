import { renderedPolicy } from './render-page.ts';
import type { Reader } from './reader.ts';

/**
 * Returns a reader that renders with the browser's help: while it renders, pages in frames of the companion get its
 * policy instead of their own, and scripts that report their content.
 */
export function enforcePolicyDuringRender(render: Reader): Reader {
  return async (request, tell, signal) => {
    const { sites, rendered = [] } = request;
    const set = (header: string, value: string) => ({ header, operation: 'set', value });
    const script = {
      matches: rendered.map((origin) => `${origin}/*`),
      allFrames: true,
      runAt: 'document_start',
      persistAcrossSessions: false,
    };
    try {
      await chrome.scripting.registerContentScripts([
        {
          ...script,
          id: 'hidden-frame-shims',
          js: ['hidden-frame-shims.js'],
          world: 'MAIN',
          matchOriginAsFallback: true,
        },
        { ...script, id: 'capture-page', js: ['capture-page.js'] },
      ]);
      await chrome.declarativeNetRequest.updateSessionRules({
        removeRuleIds: [1],
        addRules: [
          {
            id: 1,
            condition: { tabIds: [-1], resourceTypes: ['sub_frame'] },
            action: {
              type: 'modifyHeaders',
              responseHeaders: [
                { header: 'x-frame-options', operation: 'remove' },
                set('content-security-policy', renderedPolicy(sites)),
                set('allow-csp-from', '*'),
              ],
            },
          },
        ],
      });
      return await render(request, tell, signal);
    } catch {
      return { kind: 'error', code: 'unreachable' };
    } finally {
      await chrome.scripting.unregisterContentScripts().catch(() => undefined);
      await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [1] });
    }
  };
}
