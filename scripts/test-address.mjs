import { createServer } from 'node:net';

/**
 * The address at which the tests find the built app. The port comes from the system, so that parallel runs do not
 * collide. Processes started by Playwright load this file, too, and get the port through the environment.
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
