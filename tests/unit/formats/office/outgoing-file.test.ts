import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { outgoingFile } from '../../../../src/formats/office/outgoing-file.ts';
import { readOffice } from '../../../../src/formats/office/read-office.ts';
import { sheetsOfText } from '../../../../src/formats/office/workbook-sheets.ts';
import { sheetsOfRows } from '../../../../src/formats/office/write-workbook.ts';
import { bytesFromDataUrl } from '../../../../src/records/mime-of-name.ts';
import type { SessionFile } from '../../../../src/records/session-file.ts';
import { csvCell } from '../../../../src/values/csv-cell.ts';
import { outgoingParts } from '../../../fakes/outgoing-parts.ts';

const stored = (name: string, content: string): SessionFile => ({
  id: name,
  session_id: 's',
  name,
  mime: 'text/plain',
  size: content.length,
  content,
  kind: 'file',
  source: null,
  created_at: '2026-11-30T10:00:00.000Z',
  deleted_at: null,
});

/** A PNG of one pixel. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const written = async (name: string, content: string, own: SessionFile[] = []) => {
  const outgoing = await outgoingFile(stored(name, content), outgoingParts({ own: async () => own }, png));
  return { ...outgoing, bytes: bytesFromDataUrl(outgoing.content) };
};
const partOf = (bytes: Uint8Array, name: string) => {
  const part = unzipSync(bytes)[name];
  return part ? strFromU8(part) : '';
};

async function markdownOf(text: string): Promise<string> {
  const outcome = readOffice((await written('a.docx', text)).bytes, () => undefined);
  return outcome.kind === 'document' ? outcome.markdown : outcome.kind;
}

async function sheetsOf(text: string): Promise<[name: string, csv: string][]> {
  const outcome = readOffice((await written('a.xlsx', text)).bytes, () => undefined);
  return outcome.kind === 'workbook' ? outcome.sheets.map(({ name, csv }) => [name, csv]) : [[outcome.kind, '']];
}
const csvOf = async (text: string) => (await sheetsOf(text))[0]?.[1];

describe('what leaves as a file of Word', () => {
  test.each([
    ['# Title\n\n## Part\n\n###### Deep'],
    ['A **bold**, an *italic* and a ~~struck~~ word, and a [link](https://example.com/a?b=1&c=2).'],
    ['1. one\n2. two\n3. three'],
    ['- a\n  - b\n    - c\n- d'],
    ['| **A** | **B** |\n| --- | --- |\n| 1 | x\\|y |\n| 2 | **z** |'],
    ['> quoted'],
    ['季度报告“引号”：**粗体**和*斜体*。'],
    ['a < b & "c" > d'],
  ])('R9.7 %j is read back as it was', async (text) => {
    expect((await markdownOf(text)).trim()).toBe(text);
  });

  test.each([
    ['[x](javascript:alert(1)) [y](data:text/html,z) [z](file:///etc/passwd)', 'x y z'],
    ['a\u0000\u0007\ufffe\ud800b', 'ab'],
    ['- [ ] open\n- [x] done', '☐\topen\n\n☑\tdone'],
    ['![chart](missing.svg) ![far](https://example.com/x.png)', 'chart [far](https://example.com/x.png)'],
    ['a<br>b <!-- hidden -->', 'a\nb'],
    ['```js\nconst a = "</w:t>";\n```', 'const a = "\\</w:t>";'],
  ])('R9.7 %j becomes %j', async (text, expected) => {
    expect((await markdownOf(text)).trim()).toBe(expected);
  });

  test('R9.7 each numbered list counts for itself, from its own first number', async () => {
    const { bytes } = await written('a.docx', '1. a\n2. b\n\ntext\n\n1. c\n\ntext\n\n5. d');
    const starts = [...partOf(bytes, 'word/numbering.xml').matchAll(/startOverride w:val="(\d+)"/g)].map(([, n]) => n);
    expect(starts).toEqual(['1', '1', '5']);
  });

  test('R9.7 Chinese letters have a font and a language of their own, and Arabic ones run from the right', async () => {
    const { bytes } = await written('a.docx', '中文\n\nمرحبا');
    expect(partOf(bytes, 'word/styles.xml')).toContain('w:eastAsia="Microsoft YaHei"');
    expect(partOf(bytes, 'word/styles.xml')).toContain('<w:lang w:eastAsia="zh-CN"/>');
    expect(partOf(bytes, 'word/document.xml')).toContain('<w:rFonts w:hint="eastAsia"/>');
    expect(partOf(bytes, 'word/document.xml')).toContain('<w:bidi/>');
  });

  test('R9.7 charts and pictures of the session stand in it, each once, and none of a site is loaded', async () => {
    const own = [stored('my chart.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), stored('p.png', png)];
    const { bytes } = await written('a.docx', '![c](my%20chart.svg)\n\n![p](./p.png) ![again](p.png)', own);
    expect(Object.keys(unzipSync(bytes)).filter((name) => name.startsWith('word/media'))).toHaveLength(3);
    expect(partOf(bytes, 'word/document.xml').match(/<w:drawing>/g)).toHaveLength(3);
    expect(partOf(bytes, 'word/_rels/document.xml.rels')).not.toContain('External');
  });

  test('R9.7 the same text gives the same bytes, so that a folder holds no new copy of it', async () => {
    expect((await written('a.docx', '# A')).content).toBe((await written('a.docx', '# A')).content);
    expect((await written('a.xlsx', 'a,b\n1,2')).content).toBe((await written('a.xlsx', 'a,b\n1,2')).content);
  });

  test('R9.7 no text breaks the file, and no word of it is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.constantFrom('- ', '1. ', '> ', '|', '\n', '**', '`', '[a](b)', '<!--', '| a |\n|-|\n'),
          ),
        ),
        async (pieces) => {
          const outcome = readOffice((await written('a.docx', `word ${pieces.join('')}`)).bytes, () => undefined);
          expect(outcome.kind === 'document' && outcome.markdown.includes('word')).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('what leaves as a file of Excel', () => {
  test('R9.7 numbers, percentages and dates are such; what only looks like one stays text', async () => {
    const text =
      'Id,Date,Amount,Share,Note\n04711,2026-01-31,1234.5,12.5%,007\n12345678901234567,2026-02-28T14:30:00,-0.25,3%,2026-02-30\n1,1899-12-31,1234567890123,100%,1e5\n';
    const { bytes } = await written('a.xlsx', text);
    expect(await csvOf(text)).toBe(text.replace('12.5%', '0.125').replace('3%', '0.03').replace('100%', '1'));
    const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect([...sheet.matchAll(/<c r="(\w+)"[^>]*t="inlineStr"/g)].map(([, place]) => place)).toEqual([
      'A1',
      'B1',
      'C1',
      'D1',
      'E1',
      'A2',
      'E2',
      'A3',
      'E3',
      'A4',
      'B4',
      'E4',
    ]);
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"');
  });

  test.each([
    ['a;b\n1.234,50 €;1\n-2,5;1\n', 'a,b\n1234.50,1\n-2.5,1\n'],
    ['a;b\n1.234;x\n', 'a,b\n1.234,x\n'],
    ['a,b\n"1,234",x\n', 'a,b\n"1,234",x\n'],
    ['a,b\n"1,234.50",x\n', 'a,b\n1234.50,x\n'],
    ['a,b\n1.234,x\n', 'a,b\n1.234,x\n'],
    ['v\n1.2.3\n+49 30 123\n-0\n', 'v\n1.2.3\n+49 30 123\n-0\n'],
  ])('R9.7 the numbers of %j are read in their own decimal form', async (text, expected) => {
    expect((await csvOf(text))?.replace(/1234\.5(?!0)/, '1234.50')).toBe(expected);
  });

  test.each([
    ['| P | Betrag |\n|---|---|\n| Miete | 1.200 € |\n| Essen | 350 € |', ['1.200 €', '350 €']],
    ['| P | Betrag |\n|---|---|\n| Miete | 1.200 |\n| Auto | 12.500 |\n| Essen | 350 |', ['1.200', '12.500', '350']],
    ['| P | Betrag |\n|---|---|\n| Miete | 1.200 |\n| Essen | 12,5 |', [1200, 12.5]],
    ['| P | Weight |\n|---|---|\n| a | 1.200 |\n| b | 12.5 |', [1.2, 12.5]],
    ['P\tBetrag\nMiete\t1.200\nEssen\t350', ['1.200', '350']],
    ['P,Betrag\nA,1.200 €\nB,350 €', ['1.200 €', '350 €']],
    ['P,Weight\nA,1.200\nB,350', [1.2, 350]],
    ['P,Rooms,Weight\nA,"3,5",1.200\nB,"4,5",2.300', ['1.200', '2.300']],
    ['Betrag\n1.200\n350', ['1.200', '350']],
    ['| P | Cost |\n|---|---|\n| Rent | $1,200 |\n| Food | $350 |\n| Fun | $80 |', [1200, 350, 80]],
    ['| P | 钱 |\n|---|---|\n| 房租 | ¥12,000 |\n| 车 | ￥800 |\n| 饭 | 500元 |', [12000, 800, 500]],
    ['| P | 钱 |\n|---|---|\n| 房租 | 12,000元 |\n| 车 | 800 |', [12000, 800]],
    ['| P | 钱 |\n|---|---|\n| 房租 | ¥12,000 |\n| 车 | 3万 |', ['¥12,000', '3万']],
    ['| P | 钱 |\n|---|---|\n| 房租 | 12,000 |\n| 车 | 800 |', ['12,000', '800']],
    ['| P | Precio |\n|---|---|\n| a | $1,200 |\n| b | $3,5 |', [1.2, 3.5]],
    ['P;Betrag;Menge\nA;1.234,50;1.234\nB;99,90;999', [1234, 999]],
    ['| P | Cost | Qty |\n|---|---|---|\n| Rent | $1,200.00 | 1,500 |\n| Car | $15.00 | 20 |', [1500, 20]],
    ['P,PLZ\na,01067\nb,10115', ['01067', '10115']],
    ['P,Id\na,11010519491231002X\nb,110105194912310', ['11010519491231002X', '110105194912310']],
    ['P,Sum\na,0.30000000000000004\nb,n/a\nc,-0\nd,2', [0.30000000000000004, 'n/a', '-0', 2]],
  ])('R9.7 the last column of %j holds %j: all of its numbers are numbers, or none is', async (text, expected) => {
    const sheet = partOf((await written('a.xlsx', text)).bytes, 'xl/worksheets/sheet1.xml');
    const rows = [...sheet.matchAll(/<row .*?<\/row>/g)].slice(1).map(([row]) => row);
    const last = rows.map((row) => [...row.matchAll(/<(v|t)[^>]*>([^<]*)<\/\1>/g)].at(-1) ?? []);
    expect(last.map(([, kind, value]) => (kind === 'v' ? Number(value) : value))).toEqual(expected);
  });

  test('R13.4 no cell becomes a formula, also once a person edits it', async () => {
    const text = 'a\n"=HYPERLINK(""http://e.example"")"\n+1+1\n@SUM(1)\n-1+2\n_x000D_\n';
    const { bytes } = await written('a.xlsx', text);
    const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f>');
    expect(sheet.match(/ s="2" t="inlineStr"/g)).toHaveLength(4);
    expect(await csvOf(text)).toBe(text);
  });

  test('R9.7 each heading with a table is a sheet, whose name Excel takes', async () => {
    const table = '| A | B |\n|---|---|\n| 1 | **x** |\n';
    const long = 'A very long name of a sheet that goes on';
    const text = `# Budget\n\n## Q1: [plan]\n\n${table}\n## q1 plan\n\nA note\n\n${table}\n## ${long}\n\n${table}\n## ${long}\n\n${table}`;
    expect(await sheetsOf(text)).toEqual([
      ['Q1 plan', 'A,B\n1,x\n'],
      ['q1 plan (2)', 'A note,\n\nA,B\n1,x\n'],
      ['A very long name of a sheet tha', 'A,B\n1,x\n'],
      ['A very long name of a sheet (2)', 'A,B\n1,x\n'],
    ]);
  });

  test('R9.7 a cell that is too long for Excel is cut with a mark, and counted', async () => {
    const { bytes, cut } = await written('a.xlsx', `a,b\n${'x'.repeat(40_000)},1\n`);
    expect(cut).toBe(1);
    expect(/<t [^>]*>(x+… \[cut\])<\/t>/.exec(partOf(bytes, 'xl/worksheets/sheet1.xml'))?.[1]).toHaveLength(32_767);
  });

  test('R9.7 a Markdown table may have very many rows', () => {
    const [sheet] = sheetsOfText(`| a |\n|---|\n${'| x |\n'.repeat(150_000)}`, 'a');
    expect(sheet?.rows).toHaveLength(150_001);
  });

  test('R9.7 more rows than a sheet takes go on in others, below the header', () => {
    const [sheet] = sheetsOfText('head\n1\n2\n3\n4\n', 'a');
    const parts = sheet ? sheetsOfRows(sheet, 3) : [];
    expect(parts.map(({ rows }) => rows.map(({ cells }) => cells[0]))).toEqual([
      ['head', '1', '2'],
      ['head', '3', '4'],
    ]);
  });

  test('R9.7 texts of any signs come back as they were', async () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => `t${text.replace(/[\r\n]/g, '')}`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 2 }), async (rows) => {
        const width = Math.max(...rows.map(({ length }) => length));
        const full = rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => 'x')]);
        const text = full.map((row) => `${row.map((one) => csvCell(one)).join(',')}\n`).join('');
        fc.pre(!text.includes('|') && !/^t?sep=/i.test(text));
        const outcome = await csvOf(text);
        expect(outcome).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});

test('R9.7 a file of Word that the person added, and all that is no such file, keeps what it holds', async () => {
  const added = 'data:application/vnd.openxmlformats-officedocument.wordprocessingml.document;base64,UEsDBA==';
  expect((await written('a.docx', added)).content).toBe(added);
  const outgoing = await outgoingFile(stored('a.md', '# A'), outgoingParts({ own: async () => [] }));
  expect(outgoing).toEqual({ mime: 'text/plain', content: '# A', cut: 0 });
});
