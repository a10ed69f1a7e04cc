// @vitest-environment jsdom
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createMessageFormatter } from '../../../src/i18n/say-in.ts';
import { shownToolText } from '../../../src/task/shown-tool-text.ts';
import { failureParams } from '../../../src/task/tool-result.ts';
import { fetchError, mutatingRequestError } from '../../../src/tools/fetch/fetch-error.ts';
import { createFetchTool } from '../../../src/tools/fetch/fetch.ts';
import { jsonBeginning } from '../../../src/tools/fetch/shown-beginning.ts';
import { htmlPageReader } from '../../../src/tools/fetch/readable-page.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import type { Network, NetworkOutcome } from '../../../src/ports/network.ts';
import type { OfficeOutcome } from '../../../src/ports/file-reading.ts';
import type { ToolRunOutcome } from '../../../src/ports/toolbox.ts';
import { FakeCompanion } from '../../fakes/fake-companion.ts';
import { FakeNetwork, type FakePage } from '../../fakes/fake-network.ts';
import { FakeOffice } from '../../fakes/fake-office.ts';
import { FakePdfText } from '../../fakes/fake-pdf-text.ts';

const address = 'https://example.org/data/report';
const noReader = { enabled: false, base_url: '' };

async function fetched(
  network: Network,
  url = address,
  signal = new AbortController().signal,
  pdf = new FakePdfText(),
  office = new FakeOffice(),
): Promise<ToolRunOutcome> {
  const call = toolbox([
    createFetchTool({
      network,
      companion: new FakeCompanion(),
      markup: htmlPageReader,
      pdf,
      office,
      reader: () => noReader,
      siteKeys: () => [],
    }),
  ]).check('fetch', { url });
  if (!call.ok || call.place !== 'remote') throw new Error('no remote call');
  return call.run({
    site: call.access.origin,
    signal,
    now: '2026-01-14T09:00:00.000Z',
    zone: 'UTC',
    sessionId: 's',
    files: async () => [],
  });
}
const fetchPage = (page: FakePage, url = address) => fetched(new FakeNetwork().page(url, page), url);
const outcome = (value: NetworkOutcome): Network => ({ get: async () => value, request: async () => value });

describe('what comes back', () => {
  test('R9.3 a page is readable Markdown with its title and address, and the whole is kept', async () => {
    const paragraphs = Array.from(
      { length: 200 },
      (_, at) => `<p>Sentence ${at} of a long report about the sea and its tides.</p>`,
    ).join('');
    const html = `<html><head><title>The sea</title></head><body><article><h1>The sea</h1>${paragraphs}</article></body></html>`;
    const { result, file } = await fetchPage({ type: 'text/html; charset=utf-8', body: html });
    expect(result).toMatchObject({ ok: true, foreign: true, written: [], failure: null });
    expect(result.text).toMatch(
      /^Title: The sea\nAddress: https:\/\/example\.org\/data\/report\nKept as: example\.org-report\.md\n\nSentence 0 of/,
    );
    expect(result.text.length).toBeLessThan(4400);
    expect(file).toMatchObject({
      name: 'example.org-report.md',
      mime: 'text/markdown',
      kind: 'artifact',
      source: address,
    });
    expect(file?.content).toContain('Sentence 199');
    const hint =
      /\[Shown: the first (\d+) of (\d+) characters\. To read on: read_artifact with file "example\.org-report\.md" and from (\d+), or with search\.\]$/.exec(
        result.text,
      );
    expect(Number(hint?.[2])).toBe(file?.content.length);
    expect(hint?.[3]).toBe(hint?.[1]);
  });

  test('R9.3 of JSON with one long text, the beginning of that text is shown', () => {
    const json = `{"name":"x","html":"${String.raw`a\"\n\u4e2d `.repeat(1000)}","stars":77}`;
    const { text, until } = jsonBeginning(json);
    expect(text).toMatch(/^\{\n {2}"name": "x",\n {2}"html": "(?:a\\"\\n中 ){200}/);
    expect(JSON.parse(`${json.slice(0, until)}"}`)).toEqual(JSON.parse(`${text}"}`));
    expect(until).toBeGreaterThan(3500);
  });

  test('R9.3 JSON is indented, and its value is the output', async () => {
    const { result, file } = await fetchPage({ type: 'application/json', body: '{"years":[{"y":2020,"v":1.5}]}' });
    expect(result.output).toEqual({ years: [{ y: 2020, v: 1.5 }] });
    expect(result.text).toContain('{\n  "years": [');
    expect(file).toMatchObject({ name: 'example.org-report.json', mime: 'application/json' });
  });

  test.each([
    ['application/yaml', 'conf.yaml', 'a: 1\r\nb: 2\r\n', 'example.org-conf.yaml', 'application/yaml'],
    ['text/plain', 'x.toml', 'a = 1', 'example.org-x.toml', 'text/plain'],
    ['text/plain', 'nginx.conf', 'server {}', 'example.org-nginx.conf', 'text/plain'],
    ['text/plain', 'code.js', '[1, 2]', 'example.org-code.js', 'text/javascript'],
    ['text/plain', 'a.patch', '--- a\n+++ b', 'example.org-a.patch', 'text/plain'],
    ['application/x-ndjson', 'nd.ndjson', '{"a":1}\n{"a":2}\n', 'example.org-nd.ndjson', 'application/x-ndjson'],
    ['text/plain', 'Dockerfile', 'FROM a', 'example.org-Dockerfile', 'text/plain'],
    ['text/plain', 'run.bat', 'echo', 'example.org-run.txt', 'text/plain'],
    ['text/csv', 'a.csv', 'a;b\r\n1;2\r\n', 'example.org-a.csv', 'text/csv'],
    ['application/json', 'a', '{"b":[1.10,\t-0]}', 'example.org-a.json', 'application/json'],
    ['application/geo+json', 'a.geojson', '{"type":"Point"}', 'example.org-a.geojson', 'application/json'],
    ['text/plain', 'a?page=2&api_key=SECRET&x-amz-signature=b', 'x', 'example.org-a-page-2.txt', 'text/plain'],
  ])('R9.3 %s as %s is kept as it was sent, by its name and without keys', async (type, path, body, name, mime) => {
    const { file } = await fetchPage({ type, body }, `https://example.org/${path}`);
    expect(file).toMatchObject({ name, mime, content: body });
  });

  test.each([
    ['json', `[${Array.from({ length: 2000 }, (_, at) => `{"id":${at},"t":"a\\u00e9, [${at}]"}`).join(',')}]`],
    ['csv', `id;t\r\n${Array.from({ length: 2000 }, (_, at) => `${at};"x ""${at}"";\r\ny"\r\n`).join('')}`],
  ])(
    'R9.3 of a long .%s the beginning is shown in its form, and what it reads on from is the kept text',
    async (kind, body) => {
      const { result, file } = await fetchPage({ type: 'text/plain', body }, `https://example.org/a.${kind}`);
      const from = Number(/and from (\d+), or with search\.\]$/.exec(result.text)?.[1]);
      expect(result.text.length).toBeLessThan(6000);
      const rest = file?.content.slice(from) ?? '';
      const next = Number(/\d+/.exec(kind === 'json' ? (/"id":(\d+)/.exec(rest)?.[0] ?? '') : rest)?.[0]);
      const shown = [...result.text.matchAll(kind === 'json' ? /"id": (\d+)/g : /^\| (\d+) \|/gm)].map(([, id]) =>
        Number(id),
      );
      expect(shown).toEqual(Array.from({ length: next }, (_, at) => at));
      expect(next).toBeGreaterThan(20);
    },
  );

  const packed = (text: string) => new Uint8Array(gzipSync(text));

  test('R9.3 the one file that gzip packed is read, unless it is too large', async () => {
    const page = { type: 'application/gzip', body: packed('GET / 200\n') };
    const { result, file } = await fetchPage(page, 'https://example.org/app.log.gz');
    expect(file).toMatchObject({ name: 'example.org-app.log', content: 'GET / 200\n', kind: 'artifact' });
    expect(result.text).toContain('It was unpacked.');
    const bomb = { type: 'application/gzip', body: packed('0'.repeat(6_000_000)) };
    const refused = await fetchPage(bomb, 'https://example.org/a.log.gz');
    expect(refused.result.text).toContain('Unpacked, this file is too large to read.');
    expect(refused.file).toMatchObject({ name: 'example.org-a.log.gz', kind: 'file' });
    const tar = { type: 'application/gzip', body: packed(`a${'\0'.repeat(300)}`) };
    expect((await fetchPage(tar, 'https://example.org/a.tar.gz')).file?.name).toBe('example.org-a.tar.gz');
  });

  test('R9.3 broken or bottomless JSON is plain text', async () => {
    expect((await fetchPage({ type: 'application/json', body: '{"a":' })).file?.mime).toBe('text/plain');
    const deep = await fetchPage({ type: 'application/json', body: '['.repeat(100_000) });
    expect(deep).toMatchObject({ result: { ok: true }, file: { mime: 'text/plain' } });
  });

  test('R9.3 CSV is a table, quotes and separators understood', async () => {
    const { result } = await fetchPage({
      type: 'text/csv',
      body: 'name;note\r\n"Ann; B";"said ""hi"""\r\nBo;a|b\r\n\r\n',
    });
    expect(result.text).toContain('| name | note |\n| --- | --- |\n| Ann; B | said "hi" |\n| Bo | a\\|b |');
    expect(result.output).toEqual([
      { name: 'Ann; B', note: 'said "hi"' },
      { name: 'Bo', note: 'a|b' },
    ]);
  });

  test.each([
    ['text/plain', 'https://example.org/a.csv', 'a,b\n1,2', '| a | b |'],
    [
      'application/octet-stream',
      'https://example.org/a',
      '<!doctype html><title>T</title><p>Hello there</p>',
      'Title: T',
    ],
    ['', 'https://example.org/x', '[1]', '[\n  1\n]'],
    ['application/xml', 'https://example.org/x', '<a>1</a>', '<a>1</a>'],
    ['application/atom+xml', 'https://example.org/x', '<feed/>', '<feed/>'],
    ['text/plain', 'https://example.org/x', 'Line 1\r\nLine 2', 'Line 1\nLine 2'],
    ['text/html', 'https://example.org/x', '{"a_b":[1,2]}', '{\n  "a_b": [\n    1,\n    2\n  ]\n}'],
    ['text/html', 'https://example.org/x', '["<b>*</b>"]', '[\n  "<b>*</b>"\n]'],
    ['text/html', 'https://example.org/x', 'a_b;c\n1;2\n', '| a_b | c |\n| --- | --- |\n| 1 | 2 |'],
    ['text/html', 'https://example.org/x', 'Only *words*\nin two_lines', 'Only *words*\nin two_lines'],
    ['text/html', 'https://example.org/x', 'Fish &amp; chips', 'Fish & chips'],
    ['text/plain', 'https://example.org/x', '<!doctype html><title>T</title><p>Hello there</p>', 'Title: T'],
    ['text/plain', 'https://example.org/x', '{"a":1}', '{\n  "a": 1\n}'],
    ['text/plain', 'https://example.org/x', 'Jahr;Gewinn\n2023;12,5\n', '| 2023 | 12,5 |'],
    ['text/plain', 'https://example.org/x', 'a,b\n1,2\n3,4\n', '| 3 | 4 |'],
    ['text/plain', 'https://example.org/x', 'Dear Ann,\nhow are you,\nasks Bo,', 'Dear Ann,\nhow are you,\nasks Bo,'],
    ['text/plain', 'https://example.org/x', 'Berlin, Germany\nParis, France\nRome, Italy', 'Paris, France\nRome'],
    [
      'text/plain',
      'https://example.org/x',
      'To be, or not to be\nThat is, the question\nWhether, in the end',
      'That is, the question\nWhether',
    ],
    ['text/plain', 'https://example.org/x', 'Name: Anna; Age: 3\nName: Bo; Age: 4', 'Anna; Age: 3\nName: Bo;'],
    ['text/plain', 'https://example.org/x', 'a;b;c\nx;y;z', 'a;b;c\nx;y;z'],
    [
      'text/plain',
      'https://example.org/x',
      'city,day\nRome,2026-11-25\nOslo,2026-11-26T10:00:00Z',
      '| Rome | 2026-11-25 |',
    ],
    ['text/plain', 'https://example.org/x', 'city,land,name\nRome,Italy,Ann\nOslo,Norway,Bo', '| Rome | Italy | Ann |'],
    ['text/plain', 'https://example.org/x', 'city\tland\nRome\tItaly', '| Rome | Italy |'],
    ['text/plain', 'https://example.org/x', '{"a":1,"b":2}\n{"a":3,"b":4}\n', '{"a":1,"b":2}\n{"a":3,"b":4}'],
  ])('R9.3 %s at %s is read for what it is', async (type, url, body, shown) => {
    expect((await fetchPage({ type, body }, url)).result.text).toContain(shown);
  });

  test('R9.3 the charset that the server or the page names is heeded', async () => {
    const latin = Uint8Array.from([0x63, 0x61, 0x66, 0xe9]);
    expect((await fetchPage({ type: 'text/plain; charset=iso-8859-1', body: latin })).result.text).toContain('café');
    const gb = Uint8Array.from([...new TextEncoder().encode('<meta charset="gbk"><p>'), 0xc4, 0xe3, 0xba, 0xc3]);
    expect((await fetchPage({ type: 'text/html', body: gb })).result.text).toContain('你好');
    expect(
      (await fetchPage({ type: 'text/plain', body: Uint8Array.from([0xff, 0xfe, 0x41, 0x00]) })).result.text,
    ).toMatch(/\nA$/);
  });

  test('R9.3 what is no text is kept as a file, and said so', async () => {
    const { result, file } = await fetchPage(
      { type: 'application/zip', body: Uint8Array.from([0x25, 0x50, 0, 1, 2]) },
      'https://example.org/a%20b.zip',
    );
    expect(result).toMatchObject({ ok: true, output: { type: 'application/zip', bytes: 5 } });
    expect(result.text).toContain(
      'a file of type application/zip with 5 bytes. It was kept as “example.org-a-b.zip” for the person; it cannot be read here.',
    );
    expect(file).toMatchObject({
      kind: 'file',
      mime: 'application/zip',
      content: `data:application/zip;base64,${btoa('%P\0\x01\x02')}`,
    });
    expect((await fetchPage({ type: 'application/octet-stream', body: Uint8Array.from([0, 1, 2]) })).file?.kind).toBe(
      'file',
    );
  });

  test('R9.3 in a table of a page, numbers below zero and bars come as they are', async () => {
    const row = '<tr><th>a</th><th>b</th></tr><tr><td>-12.4</td><td>x | y</td></tr>';
    const words = '<p>Some words that are long enough to be the text of a page about something or other.</p>';
    const { result } = await fetchPage({
      type: 'text/html',
      body: `<html><body><article>${words}<table>${row}</table>${words}</article></body></html>`,
    });
    expect(result.text).toContain('| -12.4 | x \\| y |');
  });

  test('R9.2 a PDF is text by page, whatever the site calls it', async () => {
    for (const type of ['application/pdf', 'application/octet-stream']) {
      const { result, file } = await fetchPage({ type, body: '%PDF-1.7 and so on' }, 'https://example.org/report.pdf');
      expect(result.text).toContain('## Page 1\n\nOne\n\n## Page 2\n\nTwo');
      expect(file).toMatchObject({ name: 'example.org-report.md', mime: 'text/markdown', kind: 'artifact' });
    }
  });

  test('R9.3 a PDF without text is kept as a file, and it is said why it cannot be read', async () => {
    const pdf = new FakePdfText();
    pdf.outcome = { kind: 'no_text', total: 3 };
    const network = new FakeNetwork().page(address, { type: 'application/pdf', body: '%PDF-1.7' });
    const { result, file } = await fetched(network, address, new AbortController().signal, pdf);
    expect(result.text).toContain('This PDF holds pictures of pages, as a scan does, and no text. It was kept as');
    expect(file).toMatchObject({
      kind: 'file',
      mime: 'application/pdf',
      content: 'data:application/pdf;base64,JVBERi0xLjc=',
    });
  });

  const pack = 'PK\x03\x04 and so on';
  const sheet = {
    ...{ name: 'Costs', isHidden: false, csv: 'Title,\n\na,n\nx,1\ny,2\n', rows: 4, columns: 2 },
    ...{ cutAfter: null, uncomputed: 0 },
    ...{ units: [null, '%'], hiddenRows: 0, hiddenColumns: 0, faults: [], notes: [] },
  };
  const officeOutcome = async (outcome: OfficeOutcome, page: FakePage, url = address) => {
    const office = new FakeOffice();
    office.outcome = outcome;
    const network = new FakeNetwork().page(url, page);
    return fetched(network, url, new AbortController().signal, new FakePdfText(), office);
  };

  test.each([
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'https://example.org/get?id=1'],
    ['application/octet-stream', 'https://example.org/a/letter.docx'],
  ])('R9.2 a Word file is Markdown: %s', async (type, url) => {
    const { result, file } = await officeOutcome(
      { kind: 'document', markdown: '# Dear Ada\n' },
      { type, body: pack },
      url,
    );
    expect(result.text).toContain('# Dear Ada');
    expect(file).toMatchObject({ mime: 'text/markdown', kind: 'artifact' });
  });

  test('R9.2 a workbook is a table with its rows, or one for each sheet', async () => {
    const page = { type: 'application/vnd.ms-excel.sheet.macroEnabled.12', body: pack };
    const one = await officeOutcome({ kind: 'workbook', sheets: [sheet], unread: 0 }, page);
    const rows = [
      { a: 'x', n: '1' },
      { a: 'y', n: '2' },
    ];
    expect(one.result.text).toContain('Title\n\n| a | n |\n| --- | --- |\n| x | 1 |');
    expect(one.result.output).toEqual(rows);
    const sheets = [sheet, { ...sheet, name: 'Old', isHidden: true, uncomputed: 2 }];
    const two = await officeOutcome({ kind: 'workbook', sheets, unread: 1 }, page);
    expect(two.result.text).toContain('Note: 1 more sheets were not read.');
    expect(one.result.text).toContain('Note: In percent, so that 0.06 is 6 %: n.');
    expect(two.result.text).toContain(
      '## Old (hidden)\n\nIn percent, so that 0.06 is 6 %: n.\n\n2 formulas have no stored result',
    );
    expect(two.result.output).toEqual({ Costs: rows, Old: rows });
  });

  test('R9.3 a file of Word or Excel that cannot be read is kept, and it is said why', async () => {
    const url = 'https://example.org/letter.docx';
    const { result, file } = await officeOutcome({ kind: 'protected' }, { type: '', body: pack }, url);
    expect(result.text).toContain('This file is protected by a password. It was kept as “example.org-letter.docx”');
    expect(file).toMatchObject({ kind: 'file' });
  });

  test('R9.3 an answer with the name of a Word file that begins like none is read as what it is', async () => {
    const html = '<!doctype html><p>Sign in to read the letter.</p>';
    const { result } = await officeOutcome({ kind: 'broken' }, { type: 'text/html', body: html }, `${address}.docx`);
    expect(result.text).toContain('Sign in to read the letter.');
  });

  test('R9.3 an address without https:// is mended, and the part after # is left out', async () => {
    const network = new FakeNetwork().page('https://example.org/a', { body: 'x' });
    await fetched(network, ' example.org/a#top ');
    expect(network.requested).toEqual(['https://example.org/a']);
  });

  test.each([
    [
      '<https://example.org/data/report?page=2>; rel="next", <?page=9>; rel=last',
      'Next page: https://example.org/data/report?page=2',
    ],
    ['<?a=1,2>; title="x"; rel="nofollow next"', 'Next page: https://example.org/data/report?a=1,2'],
    ['</p/1>; rel=prev', 'Previous page: https://example.org/p/1'],
    ['<a.css>; rel=preload', ''],
  ])('R9.3 the next page of a list is named: %s', async (link, line) => {
    const { result } = await fetchPage({ type: 'application/json', body: '[1]', further: { link } });
    expect(
      result.text
        .split('\n')
        .filter((each) => / page: /.test(each))
        .join(),
    ).toBe(line);
    if (line.startsWith('Next'))
      expect(shownToolText(result.text, 'en', createMessageFormatter('en'))).toBe(
        'Read example.org/data/report (there is a next page): [ 1 ]',
      );
  });

  test('R9.3 another status than 200 is told', async () => {
    const { result } = await fetchPage({ status: 202, type: 'application/json', body: '{}', retryAfter: '3' });
    expect(result.text).toContain('\nStatus: 202\nRetry-After: 3\n');
    expect(result.answer).toBe('pending');
  });

  test('R9.3 the request is bounded: 20 seconds, 5 MB', async () => {
    let asked: object = {};
    await fetched({
      get: async (_, options) => {
        asked = options;
        return { kind: 'aborted' };
      },
      request: async () => ({ kind: 'aborted' }),
    });
    expect(asked).toMatchObject({ timeout_ms: 20_000, max_bytes: 5_242_880 });
  });
});

describe('who is asked', () => {
  const accessOf = (url: string) => {
    const call = toolbox([
      createFetchTool({
        network: new FakeNetwork(),
        companion: new FakeCompanion(),
        markup: htmlPageReader,
        pdf: new FakePdfText(),
        office: new FakeOffice(),
        reader: () => noReader,
        siteKeys: () => [],
      }),
    ]).check('fetch', { url });
    return call.ok ? call.access : null;
  };
  test('R9.12 R13.5 the site, the full address, and whether it is private', () => {
    expect(accessOf('https://Example.org/a?q=1#x')).toEqual({
      origin: 'https://example.org',
      private_address: false,
      subject: 'https://example.org/a?q=1',
      rule: 'site',
    });
    expect(accessOf('http://2130706433:8080/')).toEqual({
      origin: 'http://127.0.0.1:8080',
      private_address: true,
      subject: 'http://127.0.0.1:8080/',
      rule: 'site',
    });
    expect(accessOf('localhost:3000/a')).toMatchObject({ origin: 'https://localhost:3000', private_address: true });
  });
});

describe('an address without https://', () => {
  const check = (url: string) =>
    toolbox([
      createFetchTool({
        network: new FakeNetwork(),
        companion: new FakeCompanion(),
        markup: htmlPageReader,
        pdf: new FakePdfText(),
        office: new FakeOffice(),
        reader: () => noReader,
        siteKeys: () => [],
      }),
    ]).check('fetch', { url });

  test.each([
    ['example.com', 'https://example.com'],
    ['www.example.com/page.html', 'https://www.example.com'],
    ['//example.com/a', 'https://example.com'],
    ['localhost:8080/x', 'https://localhost:8080'],
    ['localhost/x', 'https://localhost'],
    ['nas:5000/x', 'https://nas:5000'],
    ['192.168.1.2', 'https://192.168.1.2'],
    ['192.168.1.2:8080/x', 'https://192.168.1.2:8080'],
    ['[::1]:8080/x', 'https://[::1]:8080'],
    ['例子.中国/页', 'https://xn--fsqu00a.xn--fiqs8s'],
  ])('R9.12 %s begins with a host and is read', (url, origin) => {
    expect(check(url)).toMatchObject({ ok: true, access: { origin } });
  });

  test.each([
    '/about/team',
    '/relative/page',
    './a',
    '../a',
    '12/3',
    '12',
    '1.5',
    '?page=2',
    'about/page.html',
    'a page',
  ])('R9.12 %s is no full address, and nobody is asked', (url) => {
    expect(check(url)).toMatchObject({ ok: false, result: { failure: { code: 'invalid_input' } } });
    expect(check(url)).toMatchObject({
      result: { text: expect.stringContaining(`not a full address: “${url}”`) as string },
    });
  });

  test.each(['page.html', 'data.json', 'README.md', 'q3.report.pdf'])('R9.12 %s is a file name', (url) => {
    expect(check(url)).toMatchObject({
      ok: false,
      result: { text: expect.stringContaining('the tool “files”') as string },
    });
  });
});

describe('failures in plain words', () => {
  const response = (status: number, retryAfter: string | null = null): NetworkOutcome => ({
    kind: 'response',
    status,
    url: address,
    mime: 'text/html',
    charset: null,
    retryAfter,
    body: Uint8Array.from([60]),
  });
  test.each<[NetworkOutcome, string, RegExp]>([
    [
      { kind: 'unreachable' },
      'network',
      /either the site does not permit a web page to read it \(CORS\), or it or the network is down\. Try another source\. Such pages can be read through a reader/,
    ],
    [{ kind: 'redirected' }, 'failed', /redirects to another address, and the browser does not say which/],
    [{ kind: 'timeout' }, 'timeout', /did not answer within 20 seconds/],
    [{ kind: 'too_large', limit: 5_242_880 }, 'too_large', /larger than 5 MB/],
    [{ kind: 'aborted' }, 'failed', /was stopped/],
    [response(404), 'not_found', /^There is no page at https:\/\/example\.org\/data\/report \(404\)\.$/],
    [response(410), 'not_found', /\(410\)/],
    [response(401), 'failed', /not open to everyone: the site refused \(401\)/],
    [response(403), 'failed', /the site refused \(403\)/],
    [response(408), 'timeout', /took too long/],
    [response(429), 'rate_limit', /asked too often \(429\)\. Wait before the next try\.$/],
    [response(500), 'server', /a fault of its own \(500\)/],
    [response(503), 'server', /\(503\)/],
    [response(418), 'failed', /answered with status 418/],
  ])('R9.3 R6.2 %j', async (value, code, text) => {
    const { result, file } = await fetched(outcome(value));
    expect(result).toMatchObject({ ok: false, failure: { code } });
    expect(result.text).toMatch(text);
    expect(file).toBeUndefined();
  });

  test('R8.6 of a page that is missing, the reason names the site', async () => {
    const { result } = await fetched(outcome(response(404)));
    expect(failureParams(result)).toEqual({ failure: 'missing_page', host: 'example.org' });
  });

  test.each([
    [{ kind: 'redirected' }, 'page_redirected', 'example.org'],
    [response(403), 'site_refused', '403'],
    [response(401), 'site_refused', '401'],
    [response(418), 'site_status', '418'],
  ] as const)('R8.6 the reason of a page that is not read tells its kind, %j', async (value, failure, name) => {
    expect(failureParams((await fetched(outcome(value))).result)).toEqual({ failure, name });
  });

  test.each([
    ['', 'page_empty'],
    ['<!doctype html><title>T</title><p>  </p>', 'page_empty'],
    ['<!doctype html><title>T</title><div id="root"></div><script src="a.js"></script>', 'page_needs_scripts'],
  ])('R8.6 a page without text says whether its scripts would write it, %j', async (body, failure) => {
    const { result } = await fetchPage({ type: 'text/html', body });
    expect(failureParams(result)).toEqual({ failure, name: 'example.org' });
  });

  test('R9.3, R8.6 a port that browsers refuse is told as such, and no other try is made', async () => {
    const moment = { now: '2026-01-01T10:00:00Z', seconds: 20 };
    const at = (url: string) => fetchError(url, { kind: 'unreachable' }, moment)!;
    const result = at('http://192.168.1.4:6000/a');
    expect(result).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
    expect(result.text).toMatch(
      /browsers refuse to call port 6000\. The person has to move the server to another port/,
    );
    expect(failureParams(result).failure).toBe('barred_port');
    const closed = at('http://192.168.1.4:6001/a');
    expect([closed.failure?.code, failureParams(closed).failure]).toEqual(['network', 'closed_server']);
    expect(failureParams(at('https://example.org/a')).failure).toBe('network');
    const sent = (url: string) => mutatingRequestError('POST', url, { kind: 'unreachable' }, moment)!;
    expect(sent('http://192.168.1.4:6000/a')).toEqual(result);
    expect(sent('http://192.168.1.4:6001/a').text).toContain('not known whether it arrived');
  });

  test('R6.2 Retry-After is honoured, as seconds and as a date', async () => {
    const seconds = (await fetched(outcome(response(429, '12')))).result;
    expect(seconds).toMatchObject({ failure: { status: 429, retry_after_ms: 12_000 } });
    expect(seconds.text).toContain('It asks to wait 12 seconds.');
    expect(
      (await fetched(outcome(response(503, 'Wed, 14 Jan 2026 09:00:30 GMT')))).result.failure?.retry_after_ms,
    ).toBe(30_000);
    expect((await fetched(outcome(response(429, 'soon')))).result.failure?.retry_after_ms).toBeNull();
  });

  test.each([
    ['text/html', ''],
    ['text/html', '<html><body></body></html>'],
    ['text/plain', '  \n '],
  ])('R6.2 an empty %s (%j) is not a success', async (type, body) => {
    expect((await fetchPage({ type, body })).result).toMatchObject({ ok: false, failure: { code: 'failed' } });
  });
});
