import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  addressAt,
  chosenPort,
  earlierPort,
  isFree,
  movedText,
  takenText,
  usualPort,
} from '../../scripts/start-address.mjs';

describe('R13.4 an origin of its own', () => {
  test('the port is not one that other programs are usually served at, nor one that systems hand out', () => {
    const usual = [
      3000, 3001, 4000, 4173, 4174, 4200, 4321, 5000, 5173, 5174, 8000, 8080, 8081, 8787, 8888, 9000, 9090,
    ];
    expect(usual).not.toContain(usualPort);
    expect(usualPort).toBeGreaterThan(10_000);
    expect(usualPort).toBeLessThan(32_768);
  });

  test.each([
    [[], usualPort],
    [['--port', '8123'], 8123],
    [['--port=8123'], 8123],
    [['--port'], null],
    [['--port', '80'], null],
    [['--port', '65536'], null],
    [['--port', '8123x'], null],
    [['8123'], null],
    [['--prot', '8123'], null],
  ] as const)('%j names the port %s', (args, port) => expect(chosenPort(args)).toBe(port));

  test('a port is free as long as nobody listens there', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await isFree(port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await isFree(port)).toBe(true);
  });

  test('what is said names the port, how to choose another, and how to bring data along', () => {
    expect(takenText(usualPort)).toContain(`Port ${usualPort} is taken`);
    expect(takenText(usualPort)).toContain('npm start -- --port');
    expect(movedText).toContain(`npm start -- --port ${earlierPort}, save a backup`);
  });

  test.each(['docs/companion.md', 'CONTRIBUTING.md', 'src/ui/settings/services/CompanionFields.svelte'])(
    '%s names the same address',
    (file) => {
      const text = readFileSync(file, 'utf8');
      expect(text).toContain(addressAt(usualPort).slice(0, -1));
      expect(text).not.toContain(String(earlierPort));
    },
  );
});
