import { createRestrictedFrame } from './restricted-frame.ts';
import { pageReader } from './read-page.ts';
import { pageRenderer } from './render-page.ts';
import { type ReadRequest, stopReadingMessage } from './reader.ts';

const readPage = pageReader(createRestrictedFrame);
const render = pageRenderer(createRestrictedFrame);

/** Answers only the companion's own background, not its scripts in pages. */
chrome.runtime.onConnect.addListener((port) => {
  if (port.sender?.id !== chrome.runtime.id || !port.sender.url?.startsWith(location.origin)) {
    port.disconnect();
    return;
  }
  const stop = new AbortController();
  let open = true;
  port.onDisconnect.addListener(() => {
    open = false;
    stop.abort();
  });
  port.onMessage.addListener((message) => {
    if (message === stopReadingMessage) {
      stop.abort();
      return;
    }
    const say = (part: unknown) => {
      if (!stop.signal.aborted) port.postMessage(part);
    };
    const readRequest = message as ReadRequest;
    void (readRequest.rendered ? render : readPage)(readRequest, say, stop.signal).then((end) => {
      if (open) port.postMessage(end);
    });
  });
});
