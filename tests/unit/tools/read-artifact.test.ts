import { describe, expect, test } from 'vitest';
import { readArtifactTool } from '../../../src/tools/files/read-artifact.ts';
import { LocalSession } from './local-session.ts';

const content = Array.from({ length: 1000 }, (_, at) => `Line ${at} of the text.`).join('\n');

async function withFile() {
  const session = new LocalSession([readArtifactTool]);
  await session.keep({ id: 'file_1', name: 'sea.md', content, source: 'https://example.org' });
  return session;
}

describe('reading a range', () => {
  test('R9.2 from the beginning, 12,000 characters at most, with the place to go on and how much is left', async () => {
    const session = await withFile();
    const result = await session.call('read_artifact', { file: 'sea.md' });
    expect(result).toMatchObject({ ok: true, foreign: true, artifact: 'file_1' });
    expect(result.text.length).toBeLessThan(12_250);
    const [head = '', body = ''] = result.text.split('\n\n');
    const until = Number(/More from (\d+) on\./.exec(head)?.[1]);
    const left = Math.ceil(((content.length - until) / content.length) * 100);
    expect(head).toContain(`; ${left} % of the file comes after. Later steps do not see it`);
    expect(result.part).toEqual({ of: 'file_1', from: 0, until });
    expect(body).toBe(content.slice(0, until));
    const next = await session.call('read_artifact', { file: 'file_1', from: until, length: 50 });
    expect(next.text.split('\n\n')[1]).toMatch(/^Line \d+ of the text\.\n/);
  });

  test('R9.2 read on from where each part ends, nothing is lost or read twice', async () => {
    const session = await withFile();
    let whole = '';
    for (let from = 0; from < content.length;) {
      const { text } = await session.call('read_artifact', { file: 'sea.md', from });
      const [head = ''] = text.split('\n\n');
      whole += text.slice(head.length + 2);
      from = Number(/More from (\d+) on/.exec(head)?.[1] ?? content.length);
    }
    expect(whole).toBe(content);
  });

  test.each([
    ['a small window', 6000, 'Word '.repeat(20_000), 4000],
    ['a window of 32,000 tokens', 27_000, 'Word '.repeat(20_000), 13_500],
    ['a large window', 800_000, 'Word '.repeat(20_000), 40_000],
    ['no known window', null, 'Word '.repeat(20_000), 12_000],
    ['a window of 128,000 tokens, in Chinese', 108_000, '汉'.repeat(90_000), 13_500],
  ])('R9.2 a part is as long as fits %s', async (_, room, text, most) => {
    const session = new LocalSession([readArtifactTool]);
    session.room = room;
    await session.keep({ id: 'f', name: 'a.md', content: text });
    for (const length of [undefined, 99_999]) {
      const { part } = await session.call('read_artifact', { file: 'a.md', ...(length && { length }) });
      expect(part?.until).toBeGreaterThan(most - 10);
      expect(part?.until).toBeLessThanOrEqual(most);
    }
  });

  test('R9.2 a part is shorter once the same reply has read very much', async () => {
    const session = new LocalSession([readArtifactTool]);
    await session.keep({ id: 'f', name: 'a.md', content: 'Word '.repeat(20_000) });
    const lengthAfter = async (read: number) => {
      session.readInReply = read;
      const { part } = await session.call('read_artifact', { file: 'a.md' });
      return Math.ceil((part?.until ?? 0) / 1000);
    };
    expect([await lengthAfter(80_000), await lengthAfter(96_000), await lengthAfter(300_000)]).toEqual([12, 4, 1]);
  });

  test('R9.2 past the end and at the end it says so', async () => {
    const session = await withFile();
    expect((await session.call('read_artifact', { file: 'sea.md', from: 99_999 })).text).toBe(
      `“sea.md” has ${content.length} characters; there is nothing from 99999 on.`,
    );
    expect((await session.call('read_artifact', { file: 'SEA.md', from: content.length - 20 })).text).toContain(
      'This is the end.',
    );
  });

  test('R9.2 no character is cut in two', async () => {
    const session = new LocalSession([readArtifactTool]);
    await session.keep({ id: 'f', name: 'a', content: '😀'.repeat(100) });
    const { text } = await session.call('read_artifact', { file: 'a', length: 3 });
    expect(text).toMatch(/\n\n😀$/);
  });
});

describe('searching', () => {
  test('R9.2 shows the places with their positions, case and line breaks aside', async () => {
    const session = await withFile();
    const { text } = await session.call('read_artifact', { file: 'sea.md', search: 'LINE 500  of' });
    const at = content.indexOf('Line 500 of');
    expect(text).toContain('“LINE 500  of” occurs once in “sea.md”; shown: 1.');
    expect(text).toContain(`[at ${at}] …`);
    expect(text).toContain('Line 499 of the text. Line 500 of the text.');
  });

  test('R9.2 many places are shown in part, with the place to go on', async () => {
    const session = await withFile();
    const { text } = await session.call('read_artifact', { file: 'sea.md', search: 'text.' });
    expect(text).toContain('occurs 1000 times');
    expect(text.length).toBeLessThan(4800);
    expect(text).toMatch(/\[More: search again with from \d+\.\]$/);
  });

  test('R9.2 a pattern is taken literally, and nothing found is said', async () => {
    const session = await withFile();
    expect((await session.call('read_artifact', { file: 'sea.md', search: '.*' })).text).toBe(
      `“.*” does not occur in “sea.md” (${content.length} characters).`,
    );
  });
});

describe('failures', () => {
  test('R6.1 an unknown file is answered with the files there are', async () => {
    expect(await (await withFile()).call('read_artifact', { file: 'lake.md' })).toMatchObject({
      text: 'This session has no file “lake.md”. The files are: “sea.md”.',
      failure: { code: 'not_found' },
    });
    expect((await new LocalSession([readArtifactTool]).call('read_artifact', { file: 'x' })).text).toContain(
      'It has no files yet.',
    );
  });

  test('R12.6 a removed file is not found, by its id either', async () => {
    const session = await withFile();
    await session.keep({ id: 'file_1', name: 'sea.md', content, deleted_at: '2026-01-14T09:00:00.000Z' });
    for (const file of ['file_1', 'sea.md'])
      expect((await session.call('read_artifact', { file })).failure?.code).toBe('not_found');
  });

  test('R9.3 what is no text cannot be read here', async () => {
    const session = new LocalSession([readArtifactTool]);
    await session.keep({
      id: 'f',
      name: 'a.pdf',
      mime: 'application/pdf',
      content: 'data:application/pdf;base64,AAAA',
    });
    expect(await session.call('read_artifact', { file: 'a.pdf' })).toMatchObject({
      text: '“a.pdf” is a PDF in which no text was found: a scan, a protected or a damaged one, so it cannot be read or added to here. To see it, call look.',
      failure: { code: 'unsupported' },
    });
  });

  test('R9.2 of two files with one name the newest is read', async () => {
    const session = new LocalSession([readArtifactTool]);
    await session.keep({ id: 'f1', name: 'a', content: 'old' });
    session.clock.advance(1000);
    await session.keep({ id: 'f2', name: 'a', content: 'new' });
    expect((await session.call('read_artifact', { file: 'a' })).artifact).toBe('f2');
  });
});

describe('what is read', () => {
  test('R9.2 by lines, such as the rows of a CSV file', async () => {
    const session = new LocalSession([readArtifactTool]);
    await session.keep({ id: 'f', name: 'a.csv', content: 'y,n\n1,a\n2,b\n3,c\n' });
    expect((await session.call('read_artifact', { file: 'a.csv', line: 2, lines: 2 })).text).toBe(
      '“a.csv”, lines 2 to 3 of 4. More from line 4 on.\n\n1,a\n2,b',
    );
  });

  test('R9.2 of a PDF the text that is kept of it, by range and by search', async () => {
    const session = new LocalSession([readArtifactTool]);
    await session.keep({
      id: 'f',
      name: 'a.pdf',
      mime: 'application/pdf',
      content: 'data:application/pdf;base64,AAAA',
    });
    await session.keep({ id: 'f_text', name: 'a.pdf.md', content: '## Page 1\n\nThe sea\n', source: 'a.pdf' });
    for (const file of ['a.pdf', 'f', 'a.pdf.md'])
      expect((await session.call('read_artifact', { file, search: 'sea' })).text).toContain('occurs once');
    expect(await session.call('read_artifact', { file: 'a.pdf' })).toMatchObject({
      ok: true,
      foreign: true,
      artifact: 'f_text',
    });
  });
});
