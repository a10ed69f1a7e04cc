/**
 * The text of a script that gives a page `line`: it speaks the protocol as the app will. `line.ask(question)` resolves
 * with all answers of one question, up to its last one; `line.said` holds all that came, each with the moment `at`
 * which it came.
 */
export const pageLine = (chromiumId: string, greeting: string) => `
window.openLine = () => {
  const said = [], waiting = [];
  let post, ended = false;
  const hear = (answer) => { said.push(Object.defineProperty(answer, 'at', { value: Date.now() })); for (const each of [...waiting]) each(); };
  const end = () => { ended = true; for (const each of [...waiting]) each(); };
  if (!window.chrome?.runtime?.connect && !navigator.userAgent.includes('Firefox')) throw new Error('no companion');
  if (window.chrome?.runtime?.connect) {
    const port = chrome.runtime.connect('${chromiumId}');
    port.onMessage.addListener(hear);
    port.onDisconnect.addListener(() => { void chrome.runtime.lastError; end(); });
    post = (message) => port.postMessage(message);
  } else {
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => data.kind === 'closed' ? end() : hear(data);
    window.postMessage('${greeting}', location.origin, [channel.port2]);
    post = (message) => channel.port1.postMessage(message);
  }
  const last = new Set(['hello', 'has', 'asked', 'answered', 'end', 'error', 'sites', 'revoked']);
  const until = (found) => new Promise((resolve) => {
    const look = () => {
      const value = found();
      if (value === undefined && !ended) return;
      waiting.splice(waiting.indexOf(look), 1);
      resolve(value ?? 'ended');
    };
    waiting.push(look);
    look();
  });
  let number = 0;
  return {
    said, post, until,
    ask: async (question) => {
      const id = question.id ?? ++number;
      post({ id, ...question });
      const end = await until(() => said.find((each) => each.id === id && last.has(each.kind)));
      return { end, all: said.filter((each) => each.id === id) };
    },
    read: async (url, limits = {}) => {
      const id = ++number + 1000;
      post({ kind: 'read', id, url, max_bytes: 2_000_000, timeout_ms: 10_000, ...limits });
      const end = await until(() => said.find((each) => each.id === id && (each.kind === 'end' || each.kind === 'error')));
      const all = said.filter((each) => each.id === id);
      const pieces = all.filter(({ kind }) => kind === 'chunk').map(({ data }) => atob(data));
      const bytes = Uint8Array.from(pieces.join(''), (sign) => sign.charCodeAt(0));
      return { end, head: all.find(({ kind }) => kind === 'head') ?? null, text: new TextDecoder().decode(bytes) };
    },
  };
};
const tell = (answer) => parent.postMessage(JSON.stringify(answer), '*');
if (parent === window) {
  if (location.origin === 'https://cairn.example') window.line = openLine();
  window.heard = [];
  addEventListener('message', ({ source, data }) => source !== window && heard.push(data));
} else
  try {
    const line = openLine();
    line.post({ kind: 'hello', id: 1 });
    line.post({ kind: 'read', id: 2, url: 'https://open.example/loot', max_bytes: 1000, timeout_ms: 3000 });
    void line.until(() => line.said[0]).then(tell);
  } catch (error) {
    tell(String(error));
  }
`;
