import { expect, test } from 'vitest';
import type { ImportRequest } from '../../../src/formats/imports.ts';
import { readImport } from '../../../src/formats/run-import.ts';
import { decodeFile } from '../../../src/records/decode-file.ts';

/** `明天` in GB18030, and bytes that are letters in no encoding. */
const tomorrow = [0xc3, 0xf7, 0xcc, 0xec];
const broken = [0xff, 0x81, 0x00, 0xfe];
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)));

const file = new Blob([]);
const todos: ImportRequest = { kind: 'todos', file, name: 'list.md', zone: 'UTC', now: '2026-01-14T09:00:00.000Z' };
const now = '2026-01-14T09:00:00.000Z';
const calendar: ImportRequest = { kind: 'calendar', file, zone: 'UTC', stored: [], now, untitled: '-' };
const event = (title: number[]) =>
  bytes(
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260115T090000Z\r\nSUMMARY:',
    title,
    '\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  );

function read(wish: ImportRequest, content: Uint8Array): unknown {
  const turns = readImport(wish, decodeFile(content), () => 'e1');
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  return turn.value;
}

test('R2.5, R14.4 to-dos and calendars in an old encoding are read, and the guess is told', () => {
  expect(read(todos, bytes('- [ ] ', tomorrow, '\n'))).toMatchObject({
    ...{ ok: true, encoding: 'GB18030' },
    items: [{ title: '明天' }],
  });
  expect(read(calendar, event(tomorrow))).toMatchObject({ ok: true, encoding: 'GB18030', rows: [{ title: '明天' }] });
});

test('R2.6 bytes that are letters of no encoding are refused with their line, in to-dos and calendars', () => {
  expect(read(todos, bytes('- [ ] one\n- [ ] ', broken, '\n'))).toEqual({ ok: false, error: 'encoding', line: 2 });
  expect(read(calendar, event(broken))).toEqual({ ok: false, error: { code: 'encoding', line: 5 } });
});

test('R2.6 pictures and other files that are no text are refused as such, in to-dos and calendars', () => {
  const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0x10], 'JFIF');
  for (const file of [jpeg, bytes('%PDF-1.7\n'), bytes('PK', [3, 4, 20, 0])]) {
    expect(read(todos, file)).toEqual({ ok: false, error: 'unlike' });
    expect(read(calendar, file)).toEqual({ ok: false, error: { code: 'no_calendar' } });
  }
});

test('R14.4 of a file in UTF-8 no guess is told', () => {
  expect(read(todos, bytes('- [ ] 明天\n'))).not.toHaveProperty('encoding');
});
