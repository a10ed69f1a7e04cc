import { createServer } from 'node:http';

/**
 * The port of `npm start`, which no other program commonly uses ("CAIRN" on the keys of a telephone): the data stored
 * in the browser belongs to whatever is served there.
 */
export const usualPort = 22476;
/** The port of earlier versions, which is Vite's default for every preview. */
export const earlierPort = 4173;

export const addressAt = (port) => `http://127.0.0.1:${port}/`;

/** Returns the port that the arguments name, the usual one if they name none, or null if it is no valid port. */
export function chosenPort(args) {
  if (args.length === 0) return usualPort;
  const [, text] = /^--port[= ](\d{1,5})$/.exec(args.join(' ')) ?? [];
  const port = Number(text);
  return port >= 1024 && port <= 65_535 ? port : null;
}

export const howToChoose = 'To choose a port: npm start -- --port 22477 (1024 to 65535).';

/** Returns why Cairn does not start at a port that is taken, by a running Cairn or by another program. */
export const takenText = (port, isCairn) =>
  isCairn
    ? `Cairn runs already at ${addressAt(port)}. ${howToChoose}`
    : `Port ${port} is taken by another program. Cairn does not move by itself, since what is stored belongs to its address, so end that program first. ${howToChoose}`;

/** How to transfer the data stored at the earlier port. */
export const movedText = `Earlier versions of Cairn were at ${addressAt(earlierPort)}. To bring along what is stored there: npm start -- --port ${earlierPort}, save a backup in the settings (“Your data”), then npm start, and restore it.`;

const building = '<!doctype html><meta http-equiv="refresh" content="2"><title>Cairn</title>Cairn is being built …';

/** Takes the port until it is released, so that no other program takes it while Cairn is built; null if it is taken. */
export function reservePort(port) {
  return new Promise((resolve) => {
    const server = createServer((_, response) => {
      response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', connection: 'close' }).end(building);
    });
    const release = () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      });
    server.once('error', () => resolve(null));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () =>
      resolve({ port: server.address().port, release }),
    );
  });
}

/** True if Cairn answers at a port of this machine; another program may never answer. */
export async function isCairnAt(port) {
  try {
    const answer = await fetch(addressAt(port), { signal: AbortSignal.timeout(3000) });
    return isCairnPage(await answer.text());
  } catch {
    return false;
  }
}

export const isCairnPage = (html) => /<title>Cairn<\/title>/.test(html);
