import { createServer } from 'node:http';

/**
 * The port of `npm start`, on which no other program is usual ("CAIRN" on the keys of a telephone): what is stored in the
 * browser belongs to whoever is served there.
 */
export const usualPort = 22476;
/** The port of earlier versions, which is that of every preview by Vite. */
export const earlierPort = 4173;

export const addressAt = (port) => `http://127.0.0.1:${port}/`;

/** The port that the arguments name, the usual one where they name none, or null for what is no port. */
export function chosenPort(args) {
  if (args.length === 0) return usualPort;
  const [, text] = /^--port[= ](\d{1,5})$/.exec(args.join(' ')) ?? [];
  const port = Number(text);
  return port >= 1024 && port <= 65_535 ? port : null;
}

export const howToChoose = 'To choose a port: npm start -- --port 22477 (1024 to 65535).';

/** Why Cairn does not start at a port that is taken, by a Cairn that runs already or by another program. */
export const takenText = (port, isCairn) =>
  isCairn
    ? `Cairn runs already at ${addressAt(port)}. ${howToChoose}`
    : `Port ${port} is taken by another program. Cairn does not move by itself, since what is stored belongs to its address, so end that program first. ${howToChoose}`;

/** How to bring along what is stored at the earlier port. */
export const movedText = `Earlier versions of Cairn were at ${addressAt(earlierPort)}. To bring along what is stored there: npm start -- --port ${earlierPort}, save a backup in the settings (“Your data”), then npm start, and restore it.`;

const building = '<!doctype html><meta http-equiv="refresh" content="2"><title>Cairn</title>Cairn is being built …';

/** Takes the port until it is released, so that nobody else begins there while Cairn is built; null where it is taken. */
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

/** Whether what answers at a port of this machine is Cairn; another program may be silent for ever. */
export async function isCairnAt(port) {
  try {
    const answer = await fetch(addressAt(port), { signal: AbortSignal.timeout(3000) });
    return isCairnPage(await answer.text());
  } catch {
    return false;
  }
}

export const isCairnPage = (html) => /<title>Cairn<\/title>/.test(html);
