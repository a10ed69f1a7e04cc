import { readFileSync } from 'node:fs';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readOffice } from '../../../../src/formats/office/read-office.ts';
import type { OfficeOutcome } from '../../../../src/ports/file-reading.ts';
import { onlySheet, sheetFileNames, workbookOverview } from '../../../../src/records/workbook.ts';

const bytesOf = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/office/${name}`));
const read = (bytes: Uint8Array) => readOffice(bytes, () => undefined);

function workbookOf(bytes: Uint8Array): Extract<OfficeOutcome, { kind: 'workbook' }> {
  const outcome = read(bytes);
  if (outcome.kind !== 'workbook') throw new Error(outcome.kind);
  return outcome;
}
const markdownOf = (bytes: Uint8Array): string => {
  const outcome = read(bytes);
  return outcome.kind === 'document' ? outcome.markdown : outcome.kind;
};

const relations = (...all: [id: string, type: string, target: string][]) =>
  strToU8(
    `<Relationships xmlns="r">${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`,
  );

/** A workbook of one sheet with the given rows as XML, and other parts. */
function sheetFile(rows: string, parts: Zippable = {}, after = ''): Uint8Array {
  return zipSync({
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`),
    ...parts,
  });
}
const cell = (at: string, value: string, more = '') => `<c r="${at}" ${more}><v>${value}</v></c>`;
const csvOf = (rows: string, parts?: Zippable, after?: string) =>
  workbookOf(sheetFile(rows, parts, after)).sheets[0]?.csv;

/** A document with the given body as XML, and other parts. */
function documentFile(body: string, parts: Zippable = {}): Uint8Array {
  return zipSync({
    '_rels/.rels': relations(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`),
    'word/_rels/document.xml.rels': relations(['rId1', 'styles', 'styles.xml'], ['rId2', 'numbering', 'numbering.xml']),
    ...parts,
  });
}
const p = (text: string, properties = '') => `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;

describe('workbooks of other programs', () => {
  test('R9.7 a single sheet is its cells as CSV: dates in ISO form, numbers with the digits that Excel shows', () => {
    const workbook = workbookOf(bytesOf('sales.xlsx'));
    expect(onlySheet(workbook)?.csv).toBe(
      [
        'Sales of the first quarter,,,,',
        '',
        'Date,Region,Units,Price,Growth',
        '2026-01-05,North,12,1234.5,0.125',
        '2026-01-19,North,7,99.99,-0.05',
        '2026-02-02,"South, ""new""",1000000,0.1,1',
        ',Total,1000019,444.863333333333,',
        '',
      ].join('\n'),
    );
  });

  test('R9.7 each of several sheets has its CSV, and the overview names their files, hidden ones as such', () => {
    const workbook = workbookOf(bytesOf('household.xlsx'));
    expect(onlySheet(workbook)).toBeNull();
    expect(workbook.sheets.map(({ csv }) => csv)).toEqual([
      '日期,项目,金额,已付,备注\n2026-03-01,房租,3200,TRUE,"含水电\n第二行"\n2026-03-02,买菜,86.35,FALSE,\n\n2026-03-08,电影,120,TRUE,#N/A\n',
      'Start,Length,Moment,Double,Sum\n08:30:00,26:05:00,2026-03-29T14:45:30,=B4*2,0.3\n',
      'a,b\n1,2\n',
      '',
    ]);
    expect(workbookOverview(workbook, sheetFileNames('household.xlsx', workbook))).toBe(
      [
        'A workbook with 4 sheets. The cells of each are in a file of their own:',
        '',
        '- 家庭账本: “household.xlsx - 家庭账本.csv”, 4 rows and 5 columns, with the header 日期, 项目, 金额, 已付, 备注.',
        '- Times & more: “household.xlsx - Times & more.csv”, 2 rows and 5 columns, with the header Start, Length, Moment, Double, Sum. 1 formula has no stored result, and stands in the cells as written.',
        '- 旧数据 (hidden): “household.xlsx - 旧数据.csv”, 2 rows and 2 columns, with the header a, b.',
        '- Empty: no cells.',
        '',
      ].join('\n'),
    );
  });
});

describe('cells', () => {
  test('R9.7 numbers have no exponent, and all of their digits', () => {
    const numbers = ['1.1000000000000001', '1E-7', '123456789012345680', '1.5E+21', '-2.5e-10', '1e3'];
    const row = numbers.map((value, at) => cell(`${String.fromCharCode(65 + at)}1`, value)).join('');
    expect(csvOf(`<row r="1">${row}</row>`)).toBe(
      '1.1,0.0000001,123456789012345680,1500000000000000000000,-0.00000000025,1000\n',
    );
  });

  test.each([
    ['yyyy-mm-dd', '46032', '2026-01-10'],
    ['[$-804]yyyy"年"m"月"d"日";@', '46032', '2026-01-10'],
    ['[Red]dd\\.mm\\.yy', '1', '1900-01-01'],
    ['d/m/yyyy', '60', '1900-02-29'],
    ['m/d/yy h:mm', '46032.5', '2026-01-10T12:00:00'],
    ['mmm yy', '46032', '2026-01-10'],
    ['h:mm:ss AM/PM', '0.999988425925926', '23:59:59'],
    ['mm:ss.0', '0.5', '12:00:00'],
    ['[h]:mm', '1.25', '30:00:00'],
    ['#,##0.00 "days"', '2.5', '2.5'],
    ['0.00E+00', '2.5', '2.5'],
    ['[$$-409]#,##0.00;[Red]-[$$-409]#,##0.00', '2.5', '2.5'],
    ['General', '46032', '46032'],
    ['0" m"', '3', '3'],
  ])('R9.7 a number with the format %s is read as what it stands for', (format, value, text) => {
    const code = format.replaceAll('"', '&quot;');
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
    expect(csvOf(`<row>${cell('A1', value, 's="1"')}</row>`, { 'xl/styles.xml': strToU8(styles) })).toBe(`${text}\n`);
  });

  test('R9.7 days are counted from 1904 where the workbook does so', () => {
    const parts = {
      'xl/workbook.xml': strToU8(
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/styles.xml': strToU8('<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>'),
    };
    expect(csvOf(`<row>${cell('A1', '0', 's="0"')}</row>`, parts)).toBe('1904-01-01\n');
  });

  test('R9.7 shared texts come without their readings, with escaped signs and emoji', () => {
    const strings =
      '<sst><si><r><t>a</t></r><r><t xml:space="preserve"> &amp; b</t></r><rPh><t>ルビ</t></rPh></si><si><t>x_x000D_\ny &#x1F600;</t></si></sst>';
    const rows = `<row>${cell('A1', '0', 't="s"')}${cell('B1', '1', 't="s"')}${cell('C1', '9', 't="s"')}${cell('D1', '1', 't="b"')}${cell('E1', '#DIV/0!', 't="e"')}</row>`;
    expect(csvOf(rows, { 'xl/sharedStrings.xml': strToU8(strings) })).toBe('a & b,"x\ny 😀",,TRUE,#DIV/0!\n');
  });

  test('R9.7 the edges are cut off, and of many empty rows and columns one stays', () => {
    const rows = `<row r="5">${cell('C5', '1')}${cell('XFD5', '2')}<c r="A5" s="1"/></row><row r="1048576">${cell('C1048576', '3')}</row>`;
    expect(csvOf(rows)).toBe('1,,2\n\n3,,\n');
  });

  test('R9.7 the text of cells merged downwards stands in each row, a number only once', () => {
    const rows = [1, 2, 3]
      .map(
        (n) =>
          `<row r="${n}">${n === 1 ? cell('A1', 'North', 't="str"') + cell('B1', '7') : ''}${cell(`C${n}`, String(n))}</row>`,
      )
      .join('');
    const merges = '<mergeCells><mergeCell ref="A1:A3"/><mergeCell ref="B1:B3"/></mergeCells>';
    expect(csvOf(rows, {}, merges)).toBe('North,7,1\nNorth,,2\nNorth,,3\n');
  });

  const text = (at: string, value: string) => cell(at, value, 't="str"');
  const rowOf = (row: number, values: Record<string, string>) =>
    `<row r="${row}">${Object.entries(values)
      .map(([column, value]) => (/^\d/.test(value) ? cell : text)(`${column}${row}`, value))
      .join('')}</row>`;
  const merged = (...ranges: string[]) =>
    `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;

  test('R9.7 the name of a group of columns, merged over them, stands before the names of these', () => {
    const rows = [
      rowOf(1, { A: 'Budget 2026' }),
      rowOf(2, { D: 'Plan', F: 'Actual', H: 'Note' }),
      rowOf(3, { A: 'Cost centre', B: 'Name', C: 'Line', D: 'Jan', E: 'Feb', F: 'Jan', G: 'Feb', H: 'Note' }),
      rowOf(4, { A: 'x', B: 'IT', C: 'Rent', D: '1', E: '2', F: '3', G: '4', H: 'fixed' }),
    ].join('');
    const header = 'Cost centre,Name,Line,Plan Jan,Plan Feb,Actual Jan,Actual Feb,Note Note';
    expect(csvOf(rows, {}, merged('A1:H1', 'D2:E2', 'F2:G2'))).toBe(
      `Budget 2026,,,,,,,\n\n${header}\nx,IT,Rent,1,2,3,4,fixed\n`,
    );
    const below = merged('A1:H1', 'D2:E2', 'F2:G2', 'H2:H3');
    expect(csvOf(rows, {}, below)).toContain(header.replace('Note Note', 'Note'));
  });

  test('R9.7 groups may stand over columns of dates', () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
    const date = (at: string) => cell(at, '46000', 's="1"');
    const rows = [
      rowOf(1, { B: 'Plan', D: 'Actual' }),
      rowOf(2, { A: 'Trip', B: 'From', C: 'To', D: 'From', E: 'To' }),
      `<row r="3">${text('A3', 'Rome')}${['B3', 'C3', 'D3', 'E3'].map(date).join('')}</row>`,
    ].join('');
    expect(csvOf(rows, { 'xl/styles.xml': strToU8(styles) }, merged('B1:C1', 'D1:E1'))?.split('\n')[0]).toBe(
      'Trip,Plan From,Plan To,Actual From,Actual To',
    );
  });

  test('R9.7 groups may stand over groups, and over years', () => {
    const rows = [
      rowOf(1, { B: 'Plan', F: 'Actual' }),
      rowOf(2, { B: 'North', D: 'South', F: 'North', H: 'South' }),
      rowOf(3, { A: 'Line', B: '2025', C: '2026', D: '2025', E: '2026', F: '2025', G: '2026', H: '2025', I: '2026' }),
      rowOf(4, { A: 'Rent', B: '1', C: '2', D: '3', E: '4', F: '5', G: '6', H: '7', I: '8' }),
    ].join('');
    const merges = merged('A1:A3', 'B1:E1', 'F1:I1', 'B2:C2', 'D2:E2', 'F2:G2', 'H2:I2');
    expect(csvOf(rows, {}, merges)?.split('\n')[0]).toBe(
      'Line,Plan North 2025,Plan North 2026,Plan South 2025,Plan South 2026,Actual North 2025,Actual North 2026,Actual South 2025,Actual South 2026',
    );
  });

  test.each<[string, string[], string[], string[]]>([
    [
      'a title over all columns',
      [rowOf(1, { A: 'Budget' }), rowOf(2, { A: 'Line', B: 'Jan', C: 'Feb' }), rowOf(3, { A: 'x', B: '1', C: '2' })],
      ['A1:C1'],
      ['Budget,,', 'Line,Jan,Feb', 'x,1,2'],
    ],
    [
      'a title over the columns with numbers',
      [rowOf(1, { B: 'Budget' }), rowOf(2, { A: 'Line', B: 'Jan', C: 'Feb' }), rowOf(3, { A: 'x', B: '1', C: '2' })],
      ['B1:C1'],
      [',Budget,', 'Line,Jan,Feb', 'x,1,2'],
    ],
    [
      'a title and a date beside it',
      [
        rowOf(1, { A: 'Budget', C: 'As of March' }),
        rowOf(2, { A: 'Line', B: 'Jan', C: 'Feb', D: 'Mar' }),
        rowOf(3, { A: 'x', B: '1', C: '2', D: '3' }),
      ],
      ['A1:B1', 'C1:D1'],
      ['Budget,,As of March,', 'Line,Jan,Feb,Mar', 'x,1,2,3'],
    ],
    [
      'a timetable with a merged lesson',
      [
        rowOf(1, { A: 'Mon', B: 'Trip', D: 'Art' }),
        rowOf(2, { A: 'Tue', B: 'Bio', C: 'PE', D: 'Art' }),
        rowOf(3, { A: 'Wed', B: '12', C: 'PE', D: 'Art' }),
      ],
      ['B1:C1'],
      ['Mon,Trip,,Art', 'Tue,Bio,PE,Art', 'Wed,12,PE,Art'],
    ],
    [
      'merged cells among the rows',
      [
        rowOf(1, { A: 'Day', B: 'Early', C: 'Late', D: 'Hours' }),
        rowOf(2, { B: 'closed', D: 'none' }),
        rowOf(3, { A: 'Tue', B: 'Ann', C: 'Bob', D: 'open' }),
        rowOf(4, { A: 'Wed', B: '1', C: '2', D: '3' }),
      ],
      ['B2:C2'],
      ['Day,Early,Late,Hours', ',closed,,none', 'Tue,Ann,Bob,open', 'Wed,1,2,3'],
    ],
    [
      'days over lessons, and no names of columns',
      [
        rowOf(1, { B: 'Monday', D: 'Tuesday' }),
        rowOf(2, { A: 'Ann', B: 'Math', C: 'Bio', D: 'Art', E: 'PE' }),
        rowOf(3, { A: 'Bob', B: 'Math', C: '101', D: 'Art', E: 'PE' }),
      ],
      ['B1:C1', 'D1:E1'],
      [',Monday,,Tuesday,', 'Ann,Math,Bio,Art,PE', 'Bob,Math,101,Art,PE'],
    ],
    [
      'a contact, and no names of columns',
      [
        rowOf(1, { B: 'Contact', D: 'Score' }),
        rowOf(2, { A: 'Ann', B: 'a@x', C: 'Ulm', D: 'open' }),
        rowOf(3, { A: 'Bob', B: 'b@x', C: '89073', D: '3' }),
      ],
      ['B1:C1'],
      [',Contact,,Score', 'Ann,a@x,Ulm,open', 'Bob,b@x,89073,3'],
    ],
    [
      'states that stand in the rows again',
      [
        rowOf(1, { B: 'Early', D: 'Late' }),
        rowOf(2, { A: 'Ann', B: 'off', C: 'off', D: 'off', E: 'off' }),
        rowOf(3, { A: 'Bob', B: '1', C: '2', D: '3', E: '4' }),
        rowOf(4, { A: 'Cem', B: '1', C: '2', D: '3', E: '4' }),
        rowOf(5, { A: 'Dan', B: '1', C: 'off', D: '3', E: '4' }),
      ],
      ['B1:C1', 'D1:E1'],
      [',Early,,Late,', 'Ann,off,off,off,off', 'Bob,1,2,3,4', 'Cem,1,2,3,4', 'Dan,1,off,3,4'],
    ],
  ])('R9.7 merged cells that name no group stay where they are: %s', (_, rows, ranges, lines) => {
    expect(csvOf(rows.join(''), {}, merged(...ranges))).toBe(`${lines.join('\n')}\n`);
  });

  test.each([
    ['0.0%', '%'],
    ['+0.0%;-0.0%', '%'],
    ['#,##0.00\\ "€";[Red]\\-#,##0.00\\ "€"', '€'],
    ['#,##0\\ [$€-407]', '€'],
    ['[$CHF-807] #,##0.00', 'CHF'],
    ['_-* #,##0.00\\ "EUR"_-', 'EUR'],
    ['$#,##0.00', '$'],
    ['¥#,##0', '¥'],
    ['0.00" Kč"', 'Kč'],
    ['0" kg"', null],
    ['0"% of all"', null],
    ['#,##0.00;[Red]-#,##0.00', null],
    ['General', null],
    ['[$-409]#,##0', null],
  ])('R9.7 what a column of the format %s counts is told: %s', (format, unit) => {
    const code = format.replaceAll('"', '&quot;');
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
    const rows = `<row r="1">${text('A1', 'Share')}</row><row r="2">${cell('A2', '0.06', 's="1"')}</row>`;
    expect(workbookOf(sheetFile(rows, { 'xl/styles.xml': strToU8(styles) })).sheets[0]?.units).toEqual([unit]);
  });

  test('R9.7 a column in two currencies, or one with many bare numbers, has no unit; a year above it does not count', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.00 [$€]"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs></styleSheet>';
    const line = (row: number, b: number, c: number) =>
      `<row r="${row}">${cell(`A${row}`, '1', 's="1"')}${cell(`B${row}`, '1', `s="${b}"`)}${cell(`C${row}`, '1', `s="${c}"`)}</row>`;
    const rows = `<row r="1">${cell('A1', '2025')}${cell('B1', '2026')}${text('C1', 'c')}</row>${line(2, 1, 0)}${line(3, 2, 0)}${line(4, 1, 1)}`;
    const parts = { 'xl/styles.xml': strToU8(styles) };
    expect(workbookOf(sheetFile(rows, parts)).sheets[0]?.units).toEqual(['€', null, null]);
  });

  test('R9.7 hidden rows and columns, errors with their formulas, and notes are told of', () => {
    const rows = `<row r="1">${text('A1', 'a')}${text('B1', 'b')}</row><row r="2" hidden="1">${cell('A2', '1')}<c r="B2" t="e"><f>A2/0</f><v>#DIV/0!</v></c></row><row r="9" hidden="1"/>`;
    const file = sheetFile(`</sheetData><cols><col min="2" max="9" hidden="1"/></cols><sheetData>${rows}`, {
      'xl/worksheets/_rels/sheet1.xml.rels': relations(
        ['rId1', 'comments', '../comments1.xml'],
        ['rId2', 'threadedComment', '../threadedComments/threadedComment1.xml'],
      ),
      'xl/comments1.xml': strToU8(
        '<comments><authors><author>Ada</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>as </t></r><r><t>reported\nby HR</t></r></text></comment><comment ref="B1"><text><t>[Threaded comment] …</t></text></comment></commentList></comments>',
      ),
      'xl/threadedComments/threadedComment1.xml': strToU8(
        '<ThreadedComments><threadedComment ref="B1"><text>Why?</text></threadedComment><threadedComment ref="B1"><text>Because.</text></threadedComment></ThreadedComments>',
      ),
    });
    const workbook = workbookOf(file);
    expect(onlySheet(workbook)).toBeNull();
    expect(workbookOverview(workbook, sheetFileNames('a.xlsx', workbook))).toContain(
      'header a, b. 1 row and 1 column of it are hidden in the workbook. Errors: B2 is #DIV/0!, by the formula =A2/0. Notes on its cells: B1: “Why? / Because.”; A1: “as reported by HR”.\n',
    );
  });

  test('R9.7 a number with more digits than Excel writes keeps them all', () => {
    const numbers = ['12345678901234567', '12345678901234567890', '-0.1234567890123456789', '0.10000000000000001', '0'];
    const row = numbers.map((value, at) => cell(`${String.fromCharCode(65 + at)}1`, value)).join('');
    expect(csvOf(`<row>${row}</row>`)).toBe('12345678901234567,12345678901234567890,-0.1234567890123456789,0.1,0\n');
  });

  test('R9.7 a cell without a value is empty, or the formula as written; true is 1 or a word', () => {
    const strings = { 'xl/sharedStrings.xml': strToU8('<sst><si><t>first</t></si></sst>') };
    const row = `${cell('A1', '', 't="s"')}${cell('B1', '', 't="b"')}<c r="C1" t="b"><f>A1&gt;2</f></c>${cell('D1', 'true', 't="b"')}${cell('E1', '0', 't="b"')}${cell('F1', '0', 't="s"')}`;
    expect(csvOf(`<row r="1">${row}</row>`, strings)).toBe('=A1>2,TRUE,FALSE,first\n');
  });

  test('R9.7 what stands higher or lower in a cell is told apart', () => {
    const rich = (place: string) =>
      `<r><t>5 × 10</t></r><r><rPr><vertAlign val="${place}"/></rPr><t>6</t></r><r><t> m</t></r>`;
    const strings = { 'xl/sharedStrings.xml': strToU8(`<sst><si>${rich('superscript')}</si></sst>`) };
    const row = `${cell('A1', '0', 't="s"')}<c r="B1" t="inlineStr"><is>${rich('subscript')}</is></c>`;
    expect(csvOf(`<row>${row}</row>`, strings)).toBe('5 × 10^(6) m,5 × 10_(6) m\n');
  });

  test('R9.7 a merged duration is not repeated, a merged time, date or text of digits is; a duration may be negative', () => {
    const code = (id: number, format: string) => `<numFmt numFmtId="${id}" formatCode="${format}"/>`;
    const styles = `<styleSheet><numFmts>${code(170, '[h]:mm')}${code(171, 'h:mm')}</numFmts><cellXfs><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
    const first = `${cell('A1', '0.5', 's="0"')}${cell('B1', '0.5', 's="1"')}${cell('C1', '101', 't="str"')}`;
    const rows = `<row r="1">${first}${cell('D1', '-0.0625', 's="0"')}</row><row r="2">${cell('D2', '1', 't="str"')}</row>`;
    const merges = ['A', 'B', 'C'].map((column) => `<mergeCell ref="${column}1:${column}2"/>`).join('');
    expect(csvOf(rows, { 'xl/styles.xml': strToU8(styles) }, merges)).toBe(
      '12:00:00,12:00:00,101,-01:30:00\n,12:00:00,101,1\n',
    );
  });

  test('R9.7 a sheet that is too long is cut after a whole row, and the overview says so', () => {
    const text = 'x'.repeat(1000);
    const rows = Array.from({ length: 2500 }, (_, at) => `<row>${cell(`A${at + 1}`, text, 't="str"')}</row>`).join('');
    const workbook = workbookOf(sheetFile(rows));
    const [sheet] = workbook.sheets;
    expect(sheet).toMatchObject({ rows: 1998, cutAfter: 1998 });
    expect(workbookOverview(workbook, sheetFileNames('a.xlsx', workbook))).toContain(
      'The rows after row 1998 were not read.',
    );
  });
});

describe('documents of other programs', () => {
  test('R9.7 a document is Markdown: headings, lists, tables, links; what was deleted or hidden is not in it, but listed below', () => {
    expect(markdownOf(bytesOf('letter.docx'))).toBe(
      String.raw`[1 tracked change in this document is not accepted yet: proposed, not agreed. The text is as if all were accepted; its end lists what they change.]

# Report 2026 年报告

# First part

A **bold** word, an *italic* one, 中文, a \* star, a_name and \<b>no tag\</b>, and [a link](https://example.org/a%20%28b%29).

Price: 12 euros

## Lists

- Fruit
  - Apples
  - Pears
- Bread
1. First
2. Second

| Name | Price \| each | Note |
| --- | --- | --- |
| Tea 茶 | 3.50 | two<br>lines |
| Both |  | 1\. not a list |

1\. starts like a list

[Image: A blue square]

[2 pictures were left out.]

[1 tracked change not accepted yet: the words before → the words proposed.]

- A, after “Price:”: “10” → “12”
`,
    );
  });

  test('R9.7 notes stand below, quotations and nested lists as such', () => {
    expect(markdownOf(bytesOf('notes.docx'))).toBe(`# 会议纪要 Minutes

Agreed.[^1] See [the plan](https://example.org/plan) and then.[^2]

1. Write it down
   - a) now
   - b) later
2. Send it

> To be or not to be.

| Who | What |
| --- | --- |
| Ada | *draft* |

[^1]: By **all** three.
[^2]: 下次会议。
`);
  });
});

describe('the parts of a document', () => {
  test('R9.7 headings are known by their level in the outline, in any language, and numbered as Word numbers them', () => {
    const styles =
      '<w:styles><w:style w:type="paragraph" w:styleId="1"><w:name w:val="标题 一"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:styleId="own"><w:name w:val="Mine"/><w:basedOn w:val="1"/></w:style></w:styles>';
    const numbering =
      '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:lvlText w:val="第%1章"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
    const own = (style: string) => `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
    const item = '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr></w:pPr>';
    const body = p('总则', own('1')) + p('Text', item) + p('More', item) + p('附则', own('own'));
    const parts = { 'word/styles.xml': strToU8(styles), 'word/numbering.xml': strToU8(numbering) };
    expect(markdownOf(documentFile(body, parts))).toBe('# 第一章 总则\n\n- 一.1 Text\n- 一.2 More\n\n# 第二章 附则\n');
  });

  test('R9.7 a moved or deleted paragraph, a deleted row and the second version of a text box are left out', () => {
    const box = (name: string) =>
      `<mc:${name}><w:drawing><w:txbxContent>${p('In a box')}</w:txbxContent></w:drawing></mc:${name}>`;
    const row = (text: string, properties = '') =>
      `<w:tr>${properties}<w:tc>${p(text)}</w:tc><w:tc>${p('b')}</w:tc></w:tr>`;
    const body = `<w:moveFrom>${p('gone')}</w:moveFrom><w:p><w:r><mc:AlternateContent>${box('Choice')}${box('Fallback')}</mc:AlternateContent></w:r></w:p><w:tbl>${row('a')}${row('no', '<w:trPr><w:del w:id="1"/></w:trPr>')}</w:tbl>`;
    const text = markdownOf(documentFile(body));
    expect(text).toContain('accepted; its end lists what they change.]\n\nIn a box\n\n| a | b |\n| --- | --- |\n\n[');
    expect(text).toContain('\n\n- Someone: deleted “gone”\n- Someone: deleted “no | b”\n');
  });

  test('R9.7 tracked changes are listed with their authors, a deletion and an insertion beside it as one', () => {
    const run = (text: string, tag = 't') => `<w:r><w:${tag}>${text}</w:${tag}></w:r>`;
    const change = (kind: string, author: string, inner: string) =>
      `<w:${kind} w:id="1" w:author="${author}">${inner}</w:${kind}>`;
    const del = (text: string, author = 'Ann') => change('del', author, run(text, 'delText'));
    const ins = (text: string, author = 'Ann') => change('ins', author, run(text));
    const body = [
      `<w:p>${run('Notice of ')}${del('three ')}${del('(3)')}${ins('six (6)')}${run(' months')}${del(' at most')}${run('.')}</w:p>`,
      `<w:p>${ins('*New* clause.', 'Bob')}</w:p>`,
      `<w:p>${run('Fee')}${del('s', 'Bob')}${ins('!', 'Ann')}${ins(`x${change('del', 'Bob', run('y', 'delText'))}z`)}</w:p>`,
      `<w:p><w:pPr><w:rPr><w:ins w:author="Ann"/></w:rPr><w:pPrChange w:author="Ann"/></w:pPr>${run('Same')}</w:p>`,
      `<w:p>${ins(' ')}</w:p>`,
    ].join('');
    const [above, ...rest] = markdownOf(documentFile(body)).split('\n\n');
    expect(above).toMatch(/^\[6 tracked changes in this document are not accepted yet/);
    expect(rest.slice(0, 3)).toEqual(['Notice of six (6) months.', String.raw`\*New\* clause.`, 'Fee!xz']);
    expect(rest.at(-1)?.trim().split('\n')).toEqual([
      '- Ann, after “Notice of”: “three (3)” → “six (6)”',
      '- Ann, after “Notice of six (6) months”: deleted “at most”',
      String.raw`- Bob: inserted “\*New\* clause.”`,
      '- Bob, after “Fee”: deleted “s”',
      '- Ann, after “Fee”: inserted “!xz”',
      '- Bob, after “Fee!x”: deleted “y”',
    ]);
  });

  test('R9.7 a document whose whole text is proposed to be deleted is not empty', () => {
    const deleted = '<w:p><w:del w:author="Ann"><w:r><w:delText>All of it</w:delText></w:r></w:del></w:p>';
    expect(markdownOf(documentFile(deleted))).toContain('- Ann: deleted “All of it”');
  });

  test('R9.7 comments are listed with their authors and what they are on, as no part of the text; page headers stand above', () => {
    const reference = (id: number) => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
    const body = `<w:p><w:r><w:t>The </w:t></w:r><w:commentRangeStart w:id="7"/><w:r><w:t>cap</w:t></w:r><w:commentRangeEnd w:id="7"/>${reference(7)}${reference(8)}${reference(9)}</w:p>`;
    const parts = {
      'word/_rels/document.xml.rels': relations(
        ['rId1', 'comments', 'comments.xml'],
        ['rId2', 'header', 'header1.xml'],
      ),
      'word/header1.xml': strToU8(`<w:hdr>${p('DRAFT')}</w:hdr>`),
      'word/comments.xml': strToU8(
        `<w:comments><w:comment w:id="7" w:author="Dr. Klein">${p('Ask the board.')}${p('Soon.')}</w:comment><w:comment w:id="8">${p('No.')}</w:comment></w:comments>`,
      ),
    };
    expect(markdownOf(documentFile(body, parts))).toBe(
      `[Page header: DRAFT]

The cap

[1 comment was left out.]

[2 comments stand beside the text and are no part of it.]

- Dr. Klein on “cap”: Ask the board. Soon.
- Someone: No.
`,
    );
  });

  test('R9.7 a field is its result, and its link a link; a table for the layout is what is in it', () => {
    const field = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
    const code = '<w:r><w:instrText> HYPERLINK "https://example.org/" </w:instrText></w:r>';
    const body = `<w:p>${field('begin')}${code}${field('separate')}<w:r><w:t>here</w:t></w:r>${field('end')}</w:p><w:tbl><w:tr><w:tc>${p('One')}${p('Two')}</w:tc></w:tr></w:tbl>`;
    expect(markdownOf(documentFile(body))).toBe('[here](https://example.org/)\n\nOne\n\nTwo\n');
  });

  test('R9.7 what stands higher or lower, and formulas, are written in one line', () => {
    const run = (text: string, place = '') =>
      `<w:r><w:rPr><w:b/>${place === '' ? '' : `<w:vertAlign w:val="${place}"/>`}</w:rPr><w:t>${text}</w:t></w:r>`;
    const m = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${m('a+b')}</m:num><m:den><m:sSup><m:e>${m('c')}</m:e><m:sup>${m('2')}</m:sup></m:sSup></m:den></m:f>`;
    const root = (degree: string) => `<m:rad><m:deg>${degree}</m:deg><m:e>${m('x+1')}</m:e></m:rad>`;
    const brackets = `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${m('y')}</m:e></m:d>`;
    const formula = `<m:oMath>${fraction}${m('=')}${root('')}${m('+')}${root(m('3'))}${m('·')}${brackets}</m:oMath>`;
    const body = `<w:p>${run('10')}${run('-', 'superscript')}${run('6', 'superscript')}${run(' H')}${run('2', 'subscript')}${run('O')}</w:p><w:p>${formula}</w:p>`;
    expect(markdownOf(documentFile(body))).toBe('**10^(-6) H_(2)O**\n\n(a+b)/(c^(2))=√(x+1)+^(3)√(x+1)·[y]\n');
  });

  test('R9.7 a row that begins further to the right has empty cells before; a cell of blanks is read at once', () => {
    const tc = (text: string) => `<w:tc>${p(text)}</w:tc>`;
    const body = `<w:tbl><w:tr>${tc('a')}${tc(`b${' '.repeat(100_000)}c`)}</w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${tc('d')}</w:tr></w:tbl>`;
    expect(markdownOf(documentFile(body)).replace(/ {9,}/, ' ')).toBe('| a | b c |\n| --- | --- |\n|  | d |\n');
  });

  test('R9.7 an empty item counts as Word counts it, a hidden one does not', () => {
    const numbering =
      '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
    const item = (more = '') => `<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr>${more}</w:pPr>`;
    const body = `${p('One', item())}<w:p>${item()}</w:p><w:p>${item('<w:rPr><w:vanish/></w:rPr>')}</w:p>${p('Three', item())}`;
    expect(markdownOf(documentFile(body, { 'word/numbering.xml': strToU8(numbering) }))).toBe('1. One\n3. Three\n');
  });

  test('R9.7 ticks and boxes are read, as signs of a font and as fields', () => {
    const sym = (char: string, font = 'Wingdings') => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`;
    const box = (state: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:sizeAuto/>${state}</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const signs = `${sym('F0FC')}${sym('F0FE')}${sym('F0A8')}${sym('F0FB')}${sym('F052', 'Wingdings 2')}${sym('2610', 'MS Gothic')}${sym('F04A')}`;
    const boxes = ['<w:checked/>', '<w:default w:val="1"/>', '<w:default w:val="1"/><w:checked w:val="0"/>', ''].map(
      box,
    );
    const body = `<w:p>${signs}</w:p><w:p>${boxes.join('')}<w:r><w:t> I agree</w:t></w:r></w:p>`;
    expect(markdownOf(documentFile(body))).toBe('✓☑☐✗☑☐[symbol]\n\n☑☑☐☐ I agree\n');
  });

  test('R9.7 what a style hides is left out, unless the text says otherwise', () => {
    const style = (kind: string, id: string, more: string) =>
      `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${id}"/>${more}</w:style>`;
    const hidden = '<w:rPr><w:vanish/></w:rPr>';
    const styles = `<w:styles>${style('character', 'H', hidden)}${style('paragraph', 'P', hidden)}${style('paragraph', 'Q', '<w:basedOn w:val="P"/>')}</w:styles>`;
    const own = '<w:pPr><w:pStyle w:val="Q"/></w:pPr>';
    const body = `<w:p><w:r><w:t>Seen</w:t></w:r><w:r><w:rPr><w:rStyle w:val="H"/></w:rPr><w:t> secret</w:t></w:r></w:p>${p('secret too', own)}<w:p>${own}<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>shown</w:t></w:r></w:p>`;
    expect(markdownOf(documentFile(body, { 'word/styles.xml': strToU8(styles) }))).toBe('Seen\n\nshown\n');
  });

  test('R9.7 a field that is never closed takes nothing with it', () => {
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>';
    expect(markdownOf(documentFile(`<w:p>${begin}<w:r><w:t>One</w:t></w:r></w:p>${p('Two')}`))).toBe('One\n\nTwo\n');
  });

  test('R9.7 a paragraph whose end was deleted is one with the next, and is kept where none follows', () => {
    const deleted = '<w:pPr><w:pStyle w:val="x"/><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>';
    const table = `<w:tbl><w:tr><w:tc>${p('a', deleted)}</w:tc><w:tc>${p('b')}</w:tc></w:tr></w:tbl>`;
    const body = `${p('One ', deleted)}${p('two ', deleted)}${p('three')}${p('Four', deleted)}${table}${p('Five', deleted)}`;
    expect(markdownOf(documentFile(body))).toBe('One two three\n\nFour\n\n| a | b |\n| --- | --- |\n\nFive\n');
  });
});

describe('what cannot be read', () => {
  const compound = (name: string) => {
    const bytes = new Uint8Array(4000);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    bytes.set(Uint8Array.from(name.split('').flatMap((letter) => [letter.charCodeAt(0), 0])), 2048);
    return bytes;
  };

  test.each([
    ['protected', compound('EncryptedPackage')],
    ['old', compound('WordDocument')],
    ['broken', new Uint8Array([80, 75, 3, 4])],
    ['broken', bytesOf('letter.docx').subarray(0, 9000)],
    ['broken', new Uint8Array(0)],
    ['broken', zipSync({ 'a.txt': strToU8('a') })],
    ['broken', sheetFile('<row><c r="A1"></row>')],
    ['empty', sheetFile('<row r="1"/>')],
    ['empty', documentFile('<w:p/>')],
  ])('R9.7 it is said to be %s', (kind, bytes) => {
    expect(read(bytes)).toEqual({ kind });
  });

  test('R9.7 it is said to be broken if a part is not what its checksum says', () => {
    const damaged = sheetFile(`<row>${cell('A1', '12')}</row>`, {
      'xl/worksheets/sheet1.xml': [strToU8('<worksheet><row><c r="A1"><v>12</v></c></row></worksheet>'), { level: 0 }],
    });
    expect(read(damaged).kind).toBe('workbook');
    damaged.set(strToU8('92'), Buffer.from(damaged).indexOf('12</v>'));
    expect(read(damaged)).toEqual({ kind: 'broken' });
  });

  test('R9.7 a small file that would become gigabytes is not unpacked, whatever size it gives', () => {
    const blank = new Uint8Array(120_000_000);
    const honest = sheetFile('', { 'xl/worksheets/sheet1.xml': blank });
    expect(honest.length).toBeLessThan(200_000);
    expect(read(honest)).toEqual({ kind: 'too_large' });
    const liar = honest.slice();
    const view = new DataView(liar.buffer);
    for (let at = 0; at + 46 < liar.length; at += 1)
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === blank.length)
        view.setUint32(at + 24, 100, true);
    expect(read(liar)).toEqual({ kind: 'too_large' });
  });
});
