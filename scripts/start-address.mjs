import { createServer } from 'node:net';

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

export const takenText = (port) =>
  `Port ${port} is taken: by a Cairn that runs already at ${addressAt(port)}, or by another program. Cairn does not move by itself, since what is stored belongs to its address. ${howToChoose}`;

/** How to bring along what is stored at the earlier port. */
export const movedText = `Earlier versions of Cairn were at ${addressAt(earlierPort)}. To bring along what is stored there: npm start -- --port ${earlierPort}, save a backup in the settings (“Storage”), then npm start, and restore it.`;

/** Whether nothing listens at the port of this machine. */
export function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
