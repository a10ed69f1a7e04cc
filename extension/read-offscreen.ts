import type { CompanionBodyChunk, CompanionPageHead } from './protocol.ts';
import { type ReadOutcome, type Reader, stopReadingMessage } from './reader.ts';

let users = 0;
let turn: Promise<void> = Promise.resolve();

/**
 * Reads in an offscreen document of the companion, since a service worker has no frames; the document exists only while
 * there are reads.
 */
export const readOffscreen: Reader = async (request, tell, signal) => {
  try {
    await change(1);
    if (signal.aborted) return { kind: 'error', code: 'aborted' };
    return await new Promise<ReadOutcome>((resolve) => {
      const port = chrome.runtime.connect({ name: 'read' });
      const stop = () => port.postMessage(stopReadingMessage);
      const end = (how: ReadOutcome) => {
        signal.removeEventListener('abort', stop);
        resolve(how);
      };
      signal.addEventListener('abort', stop);
      port.onDisconnect.addListener(() => end({ kind: 'error', code: 'unreachable' }));
      port.onMessage.addListener((message) => {
        const part = message as CompanionPageHead | CompanionBodyChunk | ReadOutcome;
        if (part.kind === 'head' || part.kind === 'chunk') {
          tell(part);
          return;
        }
        port.disconnect();
        end(part);
      });
      port.postMessage(request);
    });
  } catch {
    return { kind: 'error', code: 'unreachable' };
  } finally {
    void change(-1).catch(() => undefined);
  }
};

/** Opens the document for the first read and closes it after the last one, one change after another. */
function change(by: 1 | -1): Promise<void> {
  users += by;
  turn = turn
    .catch(() => undefined)
    .then(async () => {
      const open = await chrome.offscreen.hasDocument();
      if (users > 0 && !open)
        await chrome.offscreen.createDocument({
          url: 'offscreen.html',
          reasons: ['IFRAME_SCRIPTING'],
          justification: 'Reads in frames with a policy.',
        });
      if (users === 0 && open) await chrome.offscreen.closeDocument();
    });
  return turn;
}
