import { expect, test } from 'vitest';
import type { SyncState } from '../../../src/ports/devices.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { devicesStateText } from '../../../src/ui/settings/devices.svelte.ts';

const words = new Translator();
await words.loadAll();

test.each<[Extract<SyncState, { kind: 'offline' }>['code'], number, string]>([
  ['unreachable', 0, 'No answer from the server. It is tried again by itself.'],
  ['busy', 0, 'The server asks to wait. It is tried again by itself.'],
  ['down', 2, 'The server has trouble of its own just now. Changes that wait for it: 2.'],
  ['unexpected', 1, 'a network that wants you to sign in first may answer in its place. Changes that wait for it: 1.'],
  ['unsent', 1, 'The server does not accept what has changed here. Changes that wait for it: 1.'],
])('an exchange that fails as “%s” with %i changes says so', (code, waiting, expected) => {
  expect(devicesStateText({ kind: 'offline', code, waiting }, words)).toContain(expected);
});
