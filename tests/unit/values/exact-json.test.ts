import { expect, test } from 'vitest';
import {
  parseJsonWithExactIntegers,
  unmarkIntegers,
  restoreExactIntegers,
  stringifyExactJson,
} from '../../../src/values/exact-json.ts';
import { parseArguments } from '../../../src/protocols/parse-arguments.ts';
import { parseFileData } from '../../../src/records/parse-file-data.ts';
import { parseBoundedJson } from '../../../src/tools/fetch/parse-bounded-json.ts';
import { fetchedContent } from '../../../src/tools/fetch/fetched-content.ts';
import { outcomeFromMcpResult } from '../../../src/tools/mcp/mcp-result.ts';
import { FakeOffice } from '../../fakes/fake-office.ts';
import { FakePdfText } from '../../fakes/fake-pdf-text.ts';

const sent =
  '{"id":9007199254740993,"parent":-12345678901234567890,"rate":1.10,"items":[{"order_id":1099511627776000123}],"text":"9007199254740993","small":9007199254740992}';

test('R4.1 a call’s integers reach the wire with the digits that the model wrote', () => {
  const input = parseArguments({
    id: 'c',
    name: 'lookup',
    arguments: '{"id": 9007199254740993, "note": "9007199254740993"}',
  });
  expect(restoreExactIntegers(JSON.stringify({ params: { arguments: input } }))).toBe(
    '{"params":{"arguments":{"id":9007199254740993,"note":"9007199254740993"}}}',
  );
});

test('R9.3 what is written again has the same digits, and what numbers hold stays a number', () => {
  expect(stringifyExactJson(parseJsonWithExactIntegers(sent))).toBe(sent.replace('1.10', '1.1'));
  expect(parseJsonWithExactIntegers('[9007199254740991,1e20,0.12345678901234567,12]')).toEqual([
    9007199254740991, 1e20, 0.12345678901234567, 12,
  ]);
  expect(parseJsonWithExactIntegers('{"id":9007199254740993')).toBeUndefined();
});

test('R9.3 in values for tools and programs such an integer is its digits as text', () => {
  const id = '9007199254740993';
  expect(unmarkIntegers(parseJsonWithExactIntegers(`{"a":[${id}]}`) ?? null)).toEqual({ a: [id] });
  expect(parseBoundedJson(`{"a":${id}}`)).toEqual({ a: id });
  expect(parseFileData({ name: 'x.json', mime: '', content: `{"a":${id}}` })).toEqual({ a: id });
  expect(parseFileData({ name: 'x.jsonl', mime: '', content: `{"a":${id}}\n` })).toEqual([{ a: id }]);
  const answer = { content: [{ kind: 'text' as const, text: `{"a":${id}}` }], failed: false };
  expect(outcomeFromMcpResult('t', 's', answer as Parameters<typeof outcomeFromMcpResult>[2]).result).toMatchObject({
    output: { a: id },
  });
});

const fetched = (mime: string, name: string, body: Uint8Array) =>
  fetchedContent(
    { url: `https://example.org/${name}`, mime, charset: null, body },
    {
      markup: {
        readable: (html) => Promise.resolve({ title: null, markdown: html, text: html }),
        bare: async () => ({ scripts: false, buttons: false, passwords: false, text: '' }),
      },
      pdf: new FakePdfText(),
      office: new FakeOffice(),
    },
    new AbortController().signal,
  );
const bytes = (text: string) => new TextEncoder().encode(text);

test('R9.3 fetched JSON shows its numbers as they were sent', async () => {
  const { text, beginning } = await fetched('application/json', 'a', bytes(sent));
  expect(text).toBe(sent);
  for (const digits of ['9007199254740993', '-12345678901234567890', '1.10', '1099511627776000123'])
    expect(beginning?.text).toContain(`: ${digits}`);
  const plain = { a: [], b: {}, c: [1, { d: 'x"y\n' }], e: null };
  expect((await fetched('application/json', 'a', bytes(JSON.stringify(plain)))).beginning?.text).toBe(
    JSON.stringify(plain, null, 2),
  );
});

test.each<[string, string, string]>([
  ['binary/octet-stream', 'rain.csv', '| month | mm |'],
  ['application/x-download', 'rain.csv', '| month | mm |'],
  ['application/force-download', 'rain.csv', '| month | mm |'],
  ['application/vnd.ms-excel', 'rain.csv', '| month | mm |'],
  ['application/binary', 'rain.txt', 'month,mm'],
  ['text/x-csv', 'rain', '| month | mm |'],
])('R9.3 a table that comes as %s is read', async (mime, name, start) => {
  const { text, beginning } = await fetched(mime, name, bytes('month,mm\n2025-01,41\n'));
  expect(text).toBe('month,mm\n2025-01,41\n');
  expect(beginning?.text ?? text).toContain(start);
  expect((await fetched(mime, 'x.bin', new Uint8Array([0, 1, 2, 0, 3]))).text).toBeNull();
});

test('R9.3 a page in another encoding than it says is read, and that is said', async () => {
  const page = new Uint8Array([
    ...bytes('<p>Ferm'),
    0xe9,
    ...bytes(' le mardi '),
    0x96,
    ...bytes(' entr'),
    0xe9,
    ...bytes('e gratuite.</p>'),
  ]);
  expect(await fetched('text/html', 'a', page)).toMatchObject({
    text: '<p>Fermé le mardi – entrée gratuite.</p>',
    note: 'It does not say its encoding, or not the right one, and was read as WINDOWS-1252.',
  });
});
