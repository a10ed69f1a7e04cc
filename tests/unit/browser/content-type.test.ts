import { expect, test } from 'vitest';
import { parseContentType } from '../../../src/browser/network/network.ts';

test.each([
  ['text/html', 'text/html', null],
  ['Text/HTML; Charset="GB18030"', 'text/html', 'gb18030'],
  ['application/json;foo=1;charset=utf-8;bar', 'application/json', 'utf-8'],
  ['', 'application/octet-stream', null],
  [null, 'application/octet-stream', null],
])('R9.3 the header %j is read as %j in %j', (header, mime, charset) => {
  expect(parseContentType(header)).toEqual({ mime, charset });
});
