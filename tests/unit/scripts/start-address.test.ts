import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settings } from '../../../src/i18n/en/settings.ts';
import {
  addressAt,
  chosenPort,
  earlierPort,
  howToChoose,
  isCairnAt,
  isCairnPage,
  movedText,
  reservePort,
  takenText,
  usualPort,
} from '../../../scripts/start-address.mjs';

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

  test('the port is taken from the first moment, and answers as Cairn while that is built', async () => {
    const reserved = await reservePort(0);
    if (!reserved) throw new Error('no port is free');
    const { port } = reserved;
    expect(await reservePort(port)).toBeNull();
    expect(await isCairnAt(port)).toBe(true);
    await reserved.release();
    expect(await isCairnAt(port)).toBe(false);
    const again = await reservePort(port);
    expect(again?.port).toBe(port);
    await again?.release();
  });

  test('Cairn is told by its page', () => {
    expect(isCairnPage(readFileSync('index.html', 'utf8'))).toBe(true);
    for (const other of ['', '<title>Cairns</title>', '<title>My app</title> Cairn', 'Cairn'])
      expect(isCairnPage(other)).toBe(false);
  });

  test('what is said is one sentence on what is there, and how to choose another port', () => {
    expect(takenText(usualPort, true)).toBe(`Cairn runs already at ${addressAt(usualPort)}. ${howToChoose}`);
    expect(takenText(usualPort, false)).toContain(`Port ${usualPort} is taken by another program.`);
    expect(howToChoose).toContain('npm start -- --port');
    expect(chosenPort(/--port \d+/.exec(howToChoose)?.[0].split(' ') ?? [])).toBe(22_477);
  });

  test('how to bring data along names the port before, and the section of the settings as it is called', () => {
    expect(movedText).toContain(`npm start -- --port ${earlierPort}, save a backup`);
    expect(movedText).toContain(`“${settings['settings.section.data']}”`);
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
