import { createServer } from 'node:net';

/**
 * The address at which the tests find the built app: a port that the system gave, so that runs beside one another do not
 * meet. The environment tells it to the processes that Playwright starts, which load the configuration, too.
 */
process.env.CAIRN_TEST_PORT ??= String(await freePort());
export const testPort = Number(process.env.CAIRN_TEST_PORT);
export const testAddress = `http://127.0.0.1:${testPort}`;

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
