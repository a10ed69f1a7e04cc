import { chromiumId, greeting, type CompanionResponse, type CompanionRequest } from '../../extension/protocol.ts';

export interface CompanionConnection {
  post(question: CompanionRequest): void;
  /**
   * The maximum wait for the reply to a simple question, in milliseconds; the companion's background may have to start
   * first.
   */
  patience: number;
}

/**
 * The `patience` of the two kinds of connections to the companion, in milliseconds: `endsAlone` if the browser closes
 * the connection when there is no companion, `silent` if there is then simply no response.
 */
const patience = { endsAlone: 10_000, silent: 2000 };

/**
 * Opens a connection to the companion extension, with the messages of extension/protocol.ts, and returns it; null if
 * this browser does not support one. `hear` is called with each message from the companion, `ended` when the connection
 * has closed.
 */
export type CompanionConnector = (
  hear: (answer: CompanionResponse) => void,
  ended: () => void,
) => CompanionConnection | null;

type Runtime = { lastError?: unknown; connect?: (id: string) => chrome.Port };

/**
 * Connects to the companion extension. If it is not installed, Chromium closes the connection; in Firefox there is
 * simply no response. Null in other browsers.
 */
export const openCompanionConnection: CompanionConnector = (hear, onEnd) => {
  const runtime = (globalThis as unknown as { chrome?: { runtime?: Runtime } }).chrome?.runtime;
  if (runtime?.connect) {
    const port = runtime.connect(chromiumId);
    port.onMessage.addListener((answer) => hear(answer as CompanionResponse));
    port.onDisconnect.addListener(() => {
      // Reading `lastError` prevents a warning in the console.
      Reflect.get(runtime, 'lastError');
      onEnd();
    });
    return { post: (question) => port.postMessage(question), patience: patience.endsAlone };
  }
  if (!navigator.userAgent.includes('Firefox')) return null;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<CompanionResponse>) => (data.kind === 'closed' ? onEnd() : hear(data));
  window.postMessage(greeting, location.origin, [port2]);
  return { post: (question) => port1.postMessage(question), patience: patience.silent };
};
