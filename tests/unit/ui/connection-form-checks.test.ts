import { describe, expect, test } from 'vitest';
import { connectionFormError, reuseTestFindings } from '../../../src/ui/settings/connection-form-checks.ts';

const profile = (base_url: string, model = 'm') => ({
  id: 'main',
  provider: 'custom',
  base_url,
  model,
  key_place: 'session' as const,
});
const withKey = { hasKey: true, needsKey: true };

describe('a connection is looked over before it is saved', () => {
  test('what is complete passes', () => {
    expect(connectionFormError(profile('https://api.openai.com/v1'), withKey)).toBeNull();
    expect(connectionFormError(profile('http://localhost:11434/v1'), { hasKey: false, needsKey: false })).toBeNull();
  });

  test.each(['', 'api.openai.com/v1', 'ftp://a.b', 'javascript:alert(1)', 'https://user:pw@a.b/v1'])(
    'the address "%s" is refused',
    (address) => expect(connectionFormError(profile(address), withKey)).toBe('url_invalid'),
  );

  test('R13.1 a key does not travel in the clear, save to this machine and the network at home', () => {
    expect(connectionFormError(profile('http://api.example.com/v1'), withKey)).toBe('url_insecure');
    for (const host of ['localhost.evil.example', '10.evil.example', '127.0.0.1.evil.example', '192.168.evil.example'])
      expect(connectionFormError(profile(`http://${host}/v1`), withKey)).toBe('url_insecure');
    for (const host of [
      '127.0.0.1:8080',
      'localhost',
      'box.lan',
      'ai.internal',
      '[fd00::1]',
      '192.168.1.20',
      '10.0.0.2',
      '172.20.0.1',
      '[::1]:1234',
      'nas.local',
    ])
      expect(connectionFormError(profile(`http://${host}/v1`), withKey)).toBeNull();
  });

  test('a missing model and a missing key are named', () => {
    expect(connectionFormError(profile('https://a.b', ''), withKey)).toBe('model_missing');
    expect(connectionFormError(profile('https://a.b'), { hasKey: false, needsKey: true })).toBe('key_missing');
  });
});

test('R13.1 a connection that was saved with a key is known to need one, also when it is saved anew without it', () => {
  const before = { ...profile('https://one.example/v1'), with_key: true };
  expect(reuseTestFindings(profile('https://one.example/v1', 'other'), before).found.with_key).toBe(true);
  expect(reuseTestFindings(profile('https://one.example/v1'), before).found.with_key).toBe(true);
  expect(reuseTestFindings(profile('https://two.example/v1'), before).found.with_key).toBeUndefined();
});
