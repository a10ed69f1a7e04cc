import { greeting, type CompanionResponse } from './protocol.ts';

/**
 * Connects a page of Cairn to the background, since Firefox has no connection from pages to extensions; reads no page
 * itself.
 */
if (window.top === window && cairnOrigins.includes(location.origin))
  window.addEventListener('message', (event) => {
    const [page] = event.ports;
    if (event.source !== window || event.origin !== location.origin || event.data !== greeting || !page) return;
    const background = chrome.runtime.connect();
    page.onmessage = ({ data }) => background.postMessage(data);
    background.onMessage.addListener((answer) => page.postMessage(answer));
    const close = () => {
      page.postMessage({ kind: 'closed' } satisfies CompanionResponse);
      page.close();
    };
    background.onDisconnect.addListener(close);
    /** A page that is left may be cached and shown again: its reads end, and it then opens another line. */
    window.addEventListener(
      'pagehide',
      () => {
        close();
        background.disconnect();
      },
      { once: true },
    );
  });
