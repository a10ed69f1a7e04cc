import { fencedFrame } from './fenced-frame.ts';
import { pageReader } from './read-page.ts';
import { pageRenderer } from './render-page.ts';
import type { ReadRequest } from './reader.ts';

const read = pageReader(fencedFrame);
const render = pageRenderer(fencedFrame);

/** Only the companion's own background is answered, not its scripts in pages. */
chrome.runtime.onConnect.addListener((port) => {
  if (port.sender?.id !== chrome.runtime.id || !port.sender.url?.startsWith(location.origin)) {
    port.disconnect();
    return;
  }
  const stop = new AbortController();
  port.onDisconnect.addListener(() => stop.abort());
  port.onMessage.addListener((request) => {
    const say = (part: unknown) => {
      if (!stop.signal.aborted) port.postMessage(part);
    };
    const asked = request as ReadRequest;
    void (asked.rendered ? render : read)(asked, say, stop.signal).then(say);
  });
});
