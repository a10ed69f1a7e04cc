import { expect, test } from 'vitest';
import { stepsWithLikelyKeys } from '../../../src/plan/likely-keys.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';

const numbers = (parameters: unknown) =>
  stepsWithLikelyKeys([newStep('a', 'A'), { ...newStep('b', 'B'), parameters: parameters as never }]);

test.each([
  { url: 'https://a.example/x?token=tok_live_URL' },
  { headers: { Authorization: 'Bearer tok_live_HDR' } },
  { name: '.env', content: 'A=b' },
  { content: 'SECRET=sk-live-abc-9' },
  { content: 'DB="postgres://u:pw@h/db"' },
  { content: 'aws AKIAABCDEFGHIJKLMNOP' },
  { password: 'hunter2hunter2' },
  { a: [{ content: '-----BEGIN RSA PRIVATE KEY-----' }] },
])('R14.6 looks like a key: %o', (parameters) => {
  expect(numbers(parameters)).toEqual(['2']);
});

test.each([
  { content: 'Password: required, at least 12 characters' },
  { content: 'const token = process.env.API_TOKEN_1;' },
  { name: '.env.example', content: 'API_KEY=' },
  { url: 'https://a.example/x?key=name&sort=asc' },
  { content: 'see https://a.example:8080/x and mail me@a.example' },
  { query: 'what is a secret key' },
  null,
])('R14.6 looks like none: %o', (parameters) => {
  expect(numbers(parameters)).toEqual([]);
});
