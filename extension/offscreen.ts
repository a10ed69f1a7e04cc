import { fencedFrame } from './fenced-frame.ts';
import { pageReader } from './read-page.ts';
import type { ReadRequest } from './reader.ts';

const read = pageReader(fencedFrame);

/** Only the companion's own background gets here: it is no tab and has its id. */
chrome.runtime.onConnect.addListener((port) => {
  if (port.sender?.id !== chrome.runtime.id || port.sender.tab) {
    port.disconnect();
    return;
  }
  const stop = new AbortController();
  port.onDisconnect.addListener(() => stop.abort());
  port.onMessage.addListener((request) => {
    const say = (part: unknown) => {
      if (!stop.signal.aborted) port.postMessage(part);
    };
    void read(request as ReadRequest, say, stop.signal).then(say);
  });
});
