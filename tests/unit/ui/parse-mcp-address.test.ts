import { expect, test } from 'vitest';
import { parseMcpAddress } from '../../../src/ui/settings/parse-mcp-address.ts';

test.each([
  ['https://example.org/mcp', 'https://example.org/mcp'],
  [' http://127.0.0.1:3001/mcp#x ', 'http://127.0.0.1:3001/mcp'],
  ['example.org/mcp?a=1', 'https://example.org/mcp?a=1'],
  ['localhost:3001/mcp', 'http://localhost:3001/mcp'],
  ['192.168.1.7:8080/mcp', 'http://192.168.1.7:8080/mcp'],
])('R9.10 %s is read as %s', (text, url) => {
  expect(parseMcpAddress(text)).toEqual({ ok: true, value: url });
});

test.each([
  ['', 'address'],
  ['ftp://example.org', 'address'],
  ['https://', 'address'],
  ['a b', 'address'],
  ['http://localhost:6000/mcp', 'barred_port'],
  ['https://me:secret@example.org/mcp', 'password'],
])('R9.10 %j is refused, since its %s is wrong', (text, problem) => {
  expect(parseMcpAddress(text)).toEqual({ ok: false, error: problem });
});
