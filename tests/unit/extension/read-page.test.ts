import { expect, test } from 'vitest';
import type { RestrictedFrame } from '../../../extension/restricted-frame.ts';
import { pageReader } from '../../../extension/read-page.ts';

const body = new Uint8Array([80, 75, 3, 4]);

/** How a read of an address ends whose server names this type. */
async function endOf(path: string, type: string | null) {
  const url = `https://files.example${path}`;
  const answer = () =>
    Object.defineProperty(new Response(body, { headers: type ? { 'content-type': type } : {} }), 'url', { value: url });
  const frame = { fetch: async () => answer(), hasHeld: async () => false, remove: () => undefined };
  const read = pageReader(() => frame as unknown as RestrictedFrame);
  const request = { id: 1, url, sites: ['https://files.example'], max_bytes: 1000, timeout_ms: 1000 };
  const end = await read(request, () => undefined, new AbortController().signal);
  return end.kind === 'error' ? end.code : end.kind;
}

test.each([
  ['/a', 'text/csv'],
  ['/a', 'application/pdf'],
  ['/a', 'application/ld+json; charset=utf-8'],
  ['/a', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['/a', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['/a', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
  ['/prices.XLSX', 'application/octet-stream'],
  ['/report.pdf?download=1', 'application/octet-stream'],
])('R6.9 the companion reads %s of the type %s', async (path, type) => {
  expect(await endOf(path, type)).toBe('end');
});

test.each([
  ['/a', 'application/octet-stream'],
  ['/a.zip', 'application/octet-stream'],
  ['/a.xlsx', 'application/zip'],
  ['/a', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['/a.pdf', null],
])('R6.9 the companion does not read %s of the type %s', async (path, type) => {
  expect(await endOf(path, type)).toBe('bad_type');
});
