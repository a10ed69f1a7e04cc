import { describe, expect, test } from 'vitest';
import type { Secrets } from '../../src/ports/secrets.ts';

/** `closeTab` and `reload` have the same effect on stored keys as in a browser. */
export interface SecretsHarness {
  secrets: Secrets;
  closeTab(): Secrets;
  reload(): Secrets;
}

const base = 'https://api.example.org/v1';

export function secretsContract(name: string, make: () => SecretsHarness): void {
  describe(`${name} keeps the contract of Secrets`, () => {
    test('R13.1 a key is had back under its profile and its base URL', async () => {
      const { secrets } = make();
      expect(await secrets.read('p1', base)).toBeNull();
      await secrets.write('p1', base, 'sk-1', 'session');
      expect(await secrets.read('p1', base)).toBe('sk-1');
      expect(await secrets.read('p2', base)).toBeNull();
    });

    test('R13.1 asked for with another base URL there is no key', async () => {
      const { secrets } = make();
      await secrets.write('p1', base, 'sk-1', 'device');
      expect(await secrets.read('p1', 'https://evil.example.org/v1')).toBeNull();
      expect(await secrets.read('p1', `${base}/`)).toBeNull();
    });

    test('R13.1 a session key survives a reload and is gone when the tab closes', async () => {
      const harness = make();
      await harness.secrets.write('p1', base, 'sk-1', 'session');
      expect(await harness.reload().read('p1', base)).toBe('sk-1');
      expect(await harness.closeTab().read('p1', base)).toBeNull();
    });

    test('R13.1 another passphrase opens all encrypted keys, the old one none, and no other key changes', async () => {
      const harness = make();
      const { secrets } = harness;
      expect(await secrets.changePassphrase('of nothing yet')).toBe(false);
      await secrets.unlock('correct horse');
      await secrets.write('p1', base, 'sk-1', 'passphrase');
      await secrets.write('p2', base, 'sk-2', 'passphrase');
      await secrets.write('p3', base, 'sk-3', 'device');
      expect(await secrets.changePassphrase('battery staple')).toBe(true);
      expect(await secrets.read('p1', base)).toBe('sk-1');
      const again = harness.reload();
      again.lock();
      expect(await again.changePassphrase('while locked')).toBe(false);
      expect(await again.unlock('correct horse')).toBe(false);
      expect(await again.unlock('battery staple')).toBe(true);
      expect(await Promise.all(['p1', 'p2', 'p3'].map((id) => again.read(id, base)))).toEqual(['sk-1', 'sk-2', 'sk-3']);
    });

    test('R13.1 a device key survives both', async () => {
      const harness = make();
      await harness.secrets.write('p1', base, 'sk-1', 'device');
      expect(await harness.reload().read('p1', base)).toBe('sk-1');
      expect(await harness.closeTab().read('p1', base)).toBe('sk-1');
    });

    test('R13.1 a key that is moved or replaced leaves nothing behind', async () => {
      const harness = make();
      await harness.secrets.write('p1', base, 'sk-1', 'device');
      await harness.secrets.write('p1', base, 'sk-2', 'session');
      expect(await harness.secrets.read('p1', base)).toBe('sk-2');
      expect(await harness.closeTab().read('p1', base)).toBeNull();
    });

    test('R13.1 a removed key is gone wherever it was', async () => {
      const { secrets } = make();
      await secrets.write('p1', base, 'sk-1', 'device');
      await secrets.write('p2', base, 'sk-2', 'session');
      await secrets.remove('p1');
      await secrets.remove('p2');
      await secrets.remove('p3');
      expect(await secrets.read('p1', base)).toBeNull();
      expect(await secrets.read('p2', base)).toBeNull();
    });

    test('R13.1 with a passphrase a key can be read only while the vault is open', async () => {
      const harness = make();
      const { secrets } = harness;
      const states: string[] = [];
      secrets.lockState.subscribe((state) => states.push(state));
      expect(await secrets.write('p1', base, 'sk-1', 'passphrase')).toBe(false);
      expect(await secrets.keyPlaceOf('p1', base)).toBeNull();
      expect(await secrets.unlock('correct horse')).toBe(true);
      expect(await secrets.write('p1', base, 'sk-1', 'passphrase')).toBe(true);
      expect(await secrets.read('p1', base)).toBe('sk-1');
      secrets.lock();
      expect(await secrets.read('p1', base)).toBeNull();
      expect(await secrets.keyPlaceOf('p1', base)).toBe('passphrase');
      expect([...new Set(states)]).toEqual(['none', 'open', 'locked']);
      const again = harness.reload();
      expect(await again.unlock('wrong horse')).toBe(false);
      expect(await again.read('p1', base)).toBeNull();
      expect(await again.unlock('correct horse')).toBe(true);
      expect(await again.read('p1', base)).toBe('sk-1');
      expect(await again.read('p1', 'https://evil.example.org/v1')).toBeNull();
    });

    test('R13.1 once nothing is encrypted any more another passphrase can be chosen', async () => {
      const { secrets } = make();
      await secrets.unlock('first');
      await secrets.write('p1', base, 'sk-1', 'passphrase');
      await secrets.write('p1', base, 'sk-1', 'device');
      expect(await secrets.unlock('second')).toBe(true);
      expect(await secrets.write('p1', base, 'sk-1', 'passphrase')).toBe(true);
      await secrets.remove('p1');
      expect(await secrets.unlock('third')).toBe(true);
    });

    test('R13.1 where a key is kept is known, readable or not', async () => {
      const { secrets } = make();
      await secrets.write('p1', base, 'sk-1', 'session');
      await secrets.write('p2', base, 'sk-2', 'device');
      expect(await secrets.keyPlaceOf('p1', base)).toBe('session');
      expect(await secrets.keyPlaceOf('p2', base)).toBe('device');
      expect(await secrets.keyPlaceOf('p2', 'https://other.example.org')).toBeNull();
      expect(await secrets.keyPlaceOf('p3', base)).toBeNull();
    });
  });
}
