import { beforeEach, describe, expect, test } from 'vitest';
import type { SessionFile } from '../../../src/records/session-file.ts';
import type { OfficeOutcome, PdfOutcome } from '../../../src/ports/file-reading.ts';
import { addFiles, readAddedFile } from '../../../src/ui/files/add-files.ts';
import { previewOf } from '../../../src/ui/files/preview-of.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';

const words = new Translator();
beforeEach(() => words.loadAll());

function page(
  pdf: PdfOutcome = { kind: 'text', pages: ['One', ''], total: 3 },
  refuses = false,
  office: OfficeOutcome = { kind: 'document', markdown: '# One\n' },
) {
  const kept: SessionFile[] = [];
  const toasts = new Toasts();
  const add = async (file: SessionFile) => {
    if (refuses) throw new Error('full');
    kept.push(file);
    return file;
  };
  const withoutApiKeys = async <T>(value: T) => value;
  const readers = { readPdf: async () => pdf, readOffice: async () => office };
  const dependencies = { clock: new FakeClock(), stores: { files: { add } }, ...readers, withoutApiKeys };
  const show = () => undefined;
  const app = { dependencies: dependencies as unknown as App['dependencies'], words, toasts, show };
  return {
    kept,
    toasts,
    add: (...files: File[]) => addFiles(app, 's1', files),
    told: () => toasts.list.map(({ text }) => text),
  };
}
const file = (name: string, content: string | Uint8Array<ArrayBuffer>, type = '') =>
  new File([content], name, { type });

describe('adding files', () => {
  test('R9.7 text is kept as text, anything else as its bytes, under names that any computer takes', async () => {
    const { kept, add, told } = page();
    await add(file('a/b: "c".csv', 'x,y'), file('p.png', new Uint8Array([137, 80]), 'image/png'));
    expect(kept).toMatchObject([
      {
        session_id: 's1',
        name: 'a b c .csv'.replace(' .', '.'),
        mime: 'text/csv',
        content: 'x,y',
        size: 3,
        kind: 'file',
      },
      { name: 'p.png', mime: 'image/png', content: 'data:image/png;base64,iVA=', size: 2 },
    ]);
    expect(told()).toEqual(['Added 2 files: a b c.csv, p.png.']);
  });

  test('R9.7 the text of a PDF stands beside it', async () => {
    const { kept, add } = page();
    await add(file('r.pdf', '%PDF-1.4', 'application/pdf'));
    const [pdf, text] = kept;
    expect(text).toMatchObject({
      id: `${pdf?.id ?? ''}_text`,
      name: 'r.pdf.md',
      kind: 'artifact',
      source: 'r.pdf',
      content: '## Page 1\n\nOne\n\n## Page 2\n\n(no text on this page)\n\n[1 more pages were not read.]\n',
    });
  });

  test.each([
    ['no_text', { kind: 'no_text', total: 2 }],
    ['protected', { kind: 'protected' }],
    ['broken', { kind: 'broken' }],
    ['timeout', { kind: 'timeout' }],
  ] as const)(
    'R9.7 a PDF that is %s is kept, and the person is told why it cannot be read as text',
    async (_, outcome) => {
      const { kept, add, told } = page(outcome);
      await add(file('r.pdf', 'x', 'application/pdf'));
      expect(kept).toHaveLength(1);
      expect(told().at(-1)).toMatch(/^“r\.pdf” is kept, but .+(?:so Cairn cannot read it|can look at them)\./);
    },
  );

  const sheet = {
    ...{ name: 'Costs', isHidden: false, csv: 'a,b\n1,2\n', rows: 2, columns: 2, cutAfter: null, uncomputed: 0 },
    ...{ units: [null, '%'], hiddenRows: 0, hiddenColumns: 0, faults: [], notes: [] },
  };

  test('R9.7 the text of a Word file stands beside it, which is known by its name alone', async () => {
    const { kept, add, told } = page();
    await add(file('letter.docx', new Uint8Array([80, 75])));
    const [docx, text] = kept;
    expect(docx?.mime).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    expect(text).toMatchObject({
      ...{ id: `${docx?.id ?? ''}_text`, name: 'letter.docx.md', mime: 'text/markdown', kind: 'artifact' },
      ...{ source: 'letter.docx', content: '# One\n' },
    });
    expect(told()).toEqual(['Added “letter.docx”.']);
  });

  test('R9.7 the cells of a workbook with one sheet stand beside it as CSV', async () => {
    const empty = { ...sheet, name: 'Sheet2', csv: '', rows: 0, columns: 0 };
    const { kept, add } = page(undefined, false, { kind: 'workbook', sheets: [sheet, empty], unread: 0 });
    await add(file('b.xlsx', new Uint8Array([80, 75])));
    expect(kept.slice(1)).toMatchObject([
      { id: `${kept[0]?.id ?? ''}_text`, name: 'b.xlsx.csv', mime: 'text/csv', content: 'a,b\n1,2\n' },
    ]);
  });

  test('R9.7 each sheet of several has a file, and the text of the workbook names them', async () => {
    const sheets = [sheet, { ...sheet, name: 'a/b?', isHidden: true }, { ...sheet, name: 'a b' }];
    const { kept, add, told } = page(undefined, false, { kind: 'workbook', sheets, unread: 0 });
    await add(file('b.xlsx', new Uint8Array([80, 75])));
    expect(told().at(-1)).toBe('Added “b.xlsx”.\n“b.xlsx” has 1 hidden sheet, which was read with the others: a/b?.');
    const text = `${kept[0]?.id ?? ''}_text`;
    expect(kept.slice(1)).toMatchObject([
      { id: `${text}_1`, name: 'b.xlsx - Costs.csv', mime: 'text/csv' },
      { id: `${text}_2`, name: 'b.xlsx - a b.csv' },
      { id: `${text}_3`, name: 'b.xlsx - a b (2).csv' },
      { id: text, name: 'b.xlsx.md', mime: 'text/markdown' },
    ]);
    const [workbook, ...texts] = kept;
    if (workbook)
      expect(previewOf(workbook, texts)).toMatchObject({
        sheets: [
          { title: 'Costs', isHidden: false },
          { title: 'a b', isHidden: true },
          { title: 'a b (2)', isHidden: false },
        ],
      });
    expect(kept.at(-1)?.content).toContain('- a/b? (hidden): “b.xlsx - a b.csv”, 2 rows and 2 columns');
  });

  test.each(['empty', 'protected', 'old', 'broken', 'too_large', 'timeout', 'unavailable'] as const)(
    'R9.7 a file of Word or Excel that is %s is kept, and the person is told why it cannot be read',
    async (kind) => {
      const { kept, add, toasts } = page(undefined, false, { kind });
      await add(file('b.xlsx', new Uint8Array([80, 75])));
      expect(kept).toHaveLength(1);
      expect(toasts.list.at(-1)).toMatchObject({ tone: 'refused', untilSent: true });
      expect(toasts.list.at(-1)?.text).toMatch(/^“b\.xlsx” is kept, but [^\n]+\.$/);
    },
  );

  test.each([
    ['letter.doc', 'Cairn cannot read Word files of this kind. Save it as .docx, and add that.'],
    ['table.xls', 'Cairn cannot read Excel files of this kind. Save it as .xlsx, and add that.'],
    ['table.xlsb', 'Cairn cannot read Excel files of this kind. Save it as .xlsx, and add that.'],
    ['talk.pptx', 'Cairn cannot read PowerPoint files. Save it as PDF or text, and add that.'],
    [
      'text.odt',
      'Cairn cannot read files of this kind. Save a text as .docx, a table as .xlsx or slides as PDF, and add that.',
    ],
    ['all.zip', 'Cairn cannot read archives. Unpack it, and add the files in it.'],
    ['song.mp3', 'Cairn cannot read files of this kind.'],
  ])('R9.7 %s is kept, but said to be unreadable, and not among what was added', async (name, why) => {
    const { kept, add, told } = page();
    await add(file(name, new Uint8Array([1, 0])), file('a.txt', 'x'));
    expect(kept).toHaveLength(2);
    expect(told()).toEqual([`Added “a.txt”.\n“${name}” is kept, but ${why}`]);
  });

  test('R9.7 what is larger than 5 MB is refused by name, and the rest is added', async () => {
    const { kept, add, told } = page();
    await add(file('big.bin', new Uint8Array(5_242_881)), file('ok.txt', 'x'));
    expect(kept.map(({ name }) => name)).toEqual(['ok.txt']);
    expect(told()).toEqual([
      'Added “ok.txt”.\n“big.bin” is larger than 5 MB, so it was not added. Split it or make it smaller.',
    ]);
  });

  test('R9.7 5 MB is what computers count as such, and a message about files that were not added leads nowhere', async () => {
    const { kept, add, toasts } = page();
    await add(file('big.txt', 'x'.repeat(5_242_880)));
    expect(kept).toHaveLength(1);
    expect(toasts.list[0]?.action).toBeDefined();
    await add(file('big.bin', new Uint8Array(5_242_881)));
    expect(toasts.list.find(({ text }) => text.includes('larger than 5 MB'))?.action).toBeUndefined();
  });

  test('R9.7 of many files at once one message says which were added, and of each other one why not', async () => {
    const { add, toasts } = page();
    const gbk = new Uint8Array(Buffer.from('d5e2cac7b5dad2bbd0d0a3accec4bcfeb5c4c4dac8dd', 'hex'));
    await add(
      ...[file('a.txt', 'x'), file('b.csv', ''), file('gbk.csv', gbk), file('c.zip', new Uint8Array([1, 0]))],
      ...[file('tab.xls', new Uint8Array([1, 0])), file('README', 'Read me'), file('.hidden', new Uint8Array([9, 1]))],
    );
    expect(toasts.list).toHaveLength(1);
    expect(toasts.list[0]).toMatchObject({ tone: 'refused', untilSent: true });
    expect(toasts.list[0]?.passing ?? toasts.list[0]?.remainingMs).toBeUndefined();
    const { add: addOthers, toasts: others } = page();
    await addOthers(file('b.csv', ''), file('big.bin', new Uint8Array(5_242_881)));
    expect(others.list).toMatchObject([{ tone: 'refused' }]);
    expect(toasts.list[0]?.text.split('\n')).toEqual([
      'Added 3 files: a.txt, gbk.csv, README.',
      '“b.csv” is kept, but it is empty.',
      expect.stringMatching(/^“gbk\.csv” does not say how its letters are encoded/),
      '3 files are kept, but Cairn cannot read them: c.zip, tab.xls, .hidden. Open one in Files to see why.',
    ]);
  });

  test('R9.7 one message tells of files and of the text in them, and counts none as added that cannot be read', async () => {
    const { add, toasts, told } = page(undefined, false, { kind: 'protected' });
    await add(file('a.txt', 'x'), file('b.csv', 'x'), file('Board.xlsx', new Uint8Array([80, 75])));
    expect(told()).toEqual([
      'Added 2 files: a.txt, b.csv.\n“Board.xlsx” is kept, but a password protects it, so Cairn cannot read it. ' +
        'Open it, save a copy without the password, and add that.',
    ]);
    expect(toasts.list).toMatchObject([{ tone: 'refused', untilSent: true }]);
    const many = page(undefined, false, { kind: 'protected' });
    const names = Array.from({ length: 30 }, (_, at) => `Board ${at + 1}.xlsx`);
    await many.add(...names.map((name) => file(name, new Uint8Array([80, 75]))), file('a.txt', 'x'));
    expect(many.told()).toEqual([
      `Added “a.txt”.\n30 files are kept, but Cairn cannot read them: ${names.slice(0, 8).join(', ')}, …. Open one in Files to see why.`,
    ]);
  });

  test('R9.7 a guessed encoding and a name that was there already are told for a while, as no warning', async () => {
    const { add, toasts, kept } = page();
    const gbk = new Uint8Array(Buffer.from('d5e2cac7b5dad2bbd0d0a3accec4bcfeb5c4c4dac8dd', 'hex'));
    await add(file('gbk.csv', gbk));
    expect(toasts.list).toMatchObject([{ tone: 'plain', remainingMs: expect.any(Number) as number }]);
    expect(kept).toHaveLength(1);
  });

  test('R9.7 a PDF that cannot be read is told until a message is sent', async () => {
    const { add, toasts } = page({ kind: 'protected' });
    await add(file('r.pdf', 'x', 'application/pdf'));
    expect(toasts.list.at(-1)).toMatchObject({ tone: 'refused', untilSent: true });
    expect(toasts.list.at(-1)).not.toHaveProperty('remainingMs');
  });

  test('R12.4 what the storage refuses is told, and nothing is said to be added', async () => {
    const { add, toasts } = page(undefined, true);
    await add(file('a.txt', 'x'));
    expect(toasts.list).toMatchObject([
      {
        tone: 'refused',
        text: '“a.txt” was not added: the browser’s storage refused it. Free some space, then try again.',
      },
    ]);
  });
});

test.each([
  ['README', 'Read me\n', true],
  ['.env', 'A=1', true],
  ['data', Uint8Array.of(65, 0, 1), false],
  ['a.zip', 'PK', false],
  ['a.mp3', 'ID3\x03', false],
])('R9.7 a file of no known type is text if its bytes are: %s', (name, content, isText) => {
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content;
  expect(readAddedFile(name, '', bytes).mime === 'text/plain').toBe(isText);
});

test.each([
  ['UTF-8', Buffer.from('年,值'), '年,值'],
  ['UTF-8 with a mark', Buffer.from('\ufeff年,值'), '年,值'],
  ['GBK, as Chinese spreadsheets write it', Buffer.from('c4ea2cd6b5', 'hex'), '年,值'],
  ['UTF-16', Buffer.from('\ufeffa,b', 'utf16le'), 'a,b'],
])('R9.7 a text file is read in %s', (_, bytes, text) => {
  expect(readAddedFile('a.csv', 'text/csv', new Uint8Array(bytes)).content).toBe(text);
});
