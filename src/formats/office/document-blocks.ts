import {
  headingLevel,
  type ListMarkerGenerator,
  type ParagraphListPosition,
  type ParagraphStyle,
} from './document-styles.ts';
import { WordRevisions } from './document-changes.ts';
import { WordFieldTracker } from './document-fields.ts';
import { WordFormulaWriter } from './document-formulas.ts';
import { symbolFontCharacter } from './document-symbols.ts';
import { type WordDocumentBlock, type TableCell, markdownFromWordTable, tableWidth } from './document-tables.ts';
import { markdownFromTextRuns, type TextRun } from './markdown-runs.ts';
import type { XmlHandlers } from './xml-events.ts';

interface Paragraph {
  style: string;
  outline: number | null;
  list: string | null;
  level: number | null;
  runs: TextRun[];
  /** True if its end was deleted: what follows is part of it. */
  isJoined: boolean;
  /** True if its end is hidden: it is not counted if it is empty. */
  isEndHidden: boolean;
}

interface Table {
  rows: TableCell[][];
  isRowDeleted: boolean;
}

/** Elements that are left out with all that is in them: what was deleted or moved away, or stands twice. */
const leftOut = new Set([
  ...['del', 'moveFrom', 'Fallback', 'rt', 'pPrChange', 'rPrChange', 'sectPrChange'],
  ...['tblPrChange', 'trPrChange', 'tcPrChange', 'tblGridChange'],
]);

const plainRun = { isBold: false, isItalic: false, isStruck: false, script: '', isHidden: false };
/** How many paragraphs are read between two signs of life. */
const aliveEvery = 500;

/** What the parts of a document share. */
export interface WordDocumentContext {
  styleOf: (id: string) => ParagraphStyle;
  lists: ListMarkerGenerator;
  /** The addresses that links refer to, by id. */
  links: ReadonlyMap<string, string>;
  mostText: number;
  alive: () => void;
}

/** Makes Markdown of the elements of a Word document, or of its notes. */
export class WordToMarkdownConverter implements XmlHandlers {
  /** The texts of the notes in a part of notes, by their ids. */
  readonly notes = new Map<string, string>();
  /** The notes that the text refers to, in its order, such as `footnotes 2`. */
  readonly noteIds: string[] = [];
  readonly revisions = new WordRevisions();
  pictures = 0;

  readonly #context: WordDocumentContext;
  #blocks: WordDocumentBlock[] = [];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  readonly #fields = new WordFieldTracker();
  /** The widths of the marks of the items that the next item may be within. */
  #indents: number[] = [];
  /** A paragraph whose end was deleted. */
  #joined: Paragraph | null = null;
  readonly #formulas = new WordFormulaWriter();
  #run = plainRun;
  #link = '';
  #alt = '';
  #note: string | null = null;
  #into: 'text' | 'code' | null = null;
  #properties: 'paragraph' | 'row' | null = null;
  /** How deep it is within what is left out. */
  #skipped = 0;
  #length = 0;
  #read = 0;

  constructor(context: WordDocumentContext) {
    this.#context = context;
  }

  /** True if the limit was reached. */
  get isCut(): boolean {
    return this.#length > this.#context.mostText;
  }

  /** Returns all that was read, with what is still open. */
  markdown(): string {
    while (this.#paragraphs.length > 0) this.#endParagraph();
    this.#endJoined();
    while (this.#tables.length > 0) this.#endTable();
    return this.#blocks
      .map(({ text, isItem }, at) => (at === 0 ? '' : isItem && this.#blocks[at - 1]?.isItem ? '\n' : '\n\n') + text)
      .join('');
  }

  readonly open = (name: string, attribute: (name: string) => string): void => {
    if (this.#skipped > 0 || leftOut.has(name)) {
      if (name === 'del' && this.#skipped === 0 && this.#properties === 'row') this.#table().isRowDeleted = true;
      const paragraph = this.#paragraphs.at(-1);
      if (/^(?:del|moveFrom)$/.test(name) && this.#skipped === 0 && this.#properties === 'paragraph' && paragraph)
        paragraph.isJoined = true;
      this.revisions.openLeftOut(name, attribute, this.#skipped);
      this.#skipped += 1;
      return;
    }
    if (this.#properties === 'paragraph') this.#openProperty(name, attribute);
    else this.#openContent(name, attribute);
  };

  readonly text = (text: string): void => {
    if (this.#skipped > 0) this.revisions.textLeftOut(text);
    if (this.#skipped > 0 || this.#into === null) return;
    if (this.#into === 'text') this.#add(text);
    else this.#fields.addCode(text);
  };

  readonly close = (name: string): void => {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      this.revisions.closeLeftOut(this.#skipped);
      return;
    }
    this.#formulas.close(name, this.#paragraphs.at(-1)?.runs ?? []);
    switch (name) {
      case 'pPr':
      case 'trPr':
        this.#properties = null;
        return;
      case 't':
      case 'instrText':
        this.#into = null;
        return;
      case 'p':
        this.#endParagraph();
        return;
      case 'ins':
      case 'moveTo':
        this.revisions.end();
        return;
      case 'hyperlink':
        this.#link = '';
        return;
      case 'tc':
        this.#endJoined();
        return;
      case 'tr':
        if (this.#table().isRowDeleted) this.revisions.addDeletedRow(textOfRow(this.#table().rows.pop() ?? []));
        return;
      case 'tbl':
        this.#endTable();
        return;
      case 'footnote':
      case 'endnote':
      case 'comment':
        this.#endJoined();
        if (this.#note !== null) this.notes.set(this.#note, this.#blocks.map(({ text }) => text.trim()).join(' '));
        this.#note = null;
        this.#blocks = [];
        return;
    }
  };

  #openProperty(name: string, attribute: (name: string) => string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph) return;
    const value = attribute('val');
    if (name === 'pStyle') paragraph.style = value;
    else if (name === 'outlineLvl') paragraph.outline = Number(value);
    else if (name === 'numId') paragraph.list = value;
    else if (name === 'ilvl') paragraph.level = Number(value);
    else if (name === 'vanish') paragraph.isEndHidden = isOn(value);
  }

  #openContent(name: string, attribute: (name: string) => string): void {
    this.#formulas.open(name, attribute, this.#paragraphs.at(-1)?.runs ?? []);
    this.revisions.openContent(name, attribute);
    switch (name) {
      case 'p':
        this.#openParagraph();
        this.#read += 1;
        if (this.#read % aliveEvery === 0) this.#context.alive();
        return;
      case 'pPr':
        this.#properties = 'paragraph';
        return;
      case 'trPr':
        this.#properties = 'row';
        return;
      case 'r':
        this.#run = {
          ...plainRun,
          isHidden: this.#context.styleOf(this.#paragraphs.at(-1)?.style ?? '').isHidden ?? false,
        };
        return;
      case 'rStyle':
        this.#run = { ...this.#run, isHidden: this.#context.styleOf(attribute('val')).isHidden ?? this.#run.isHidden };
        return;
      case 'vertAlign':
        this.#run = { ...this.#run, script: attribute('val') };
        return;
      case 'b':
        this.#run = { ...this.#run, isBold: isOn(attribute('val')) };
        return;
      case 'i':
        this.#run = { ...this.#run, isItalic: isOn(attribute('val')) };
        return;
      case 'strike':
      case 'dstrike':
        this.#run = { ...this.#run, isStruck: isOn(attribute('val')) };
        return;
      case 'vanish':
        this.#run = { ...this.#run, isHidden: isOn(attribute('val')) };
        return;
      case 't':
        this.#into = 'text';
        return;
      case 'tab':
        this.#add('\t');
        return;
      case 'cr':
      case 'br':
        this.#add(/^(?:page|column)$/.test(attribute('type')) ? ' ' : '\n');
        return;
      case 'sym':
        this.#add(symbolFontCharacter(attribute('font'), attribute('char')));
        return;
      case 'noBreakHyphen':
        this.#add('-');
        return;
      case 'hyperlink':
        this.#link = this.#context.links.get(attribute('id')) ?? '';
        return;
      case 'fldChar':
        this.#add(this.#fields.turn(attribute('fldCharType'), this.#paragraphs.at(-1)?.runs ?? []));
        return;
      case 'instrText':
        this.#into = 'code';
        return;
      case 'checkBox':
      case 'default':
      case 'checked':
        this.#fields.setBox(name === 'checkBox', isOn(attribute('val')));
        return;
      case 'docPr':
        this.#alt = attribute('descr').replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').trim();
        return;
      case 'blip':
      case 'imagedata':
      case 'chart':
        this.pictures += 1;
        if (this.#alt !== '') this.#add(`[Image: ${this.#alt}]`, true);
        this.#alt = '';
        return;
      case 'footnoteReference':
      case 'endnoteReference':
        this.noteIds.push(`${name.replace('Reference', 's')} ${attribute('id')}`);
        this.#add(`[^${this.noteIds.length}]`, true);
        return;
      case 'footnote':
      case 'endnote':
      case 'comment':
        this.#blocks = [];
        this.#note = /^(?:|normal)$/.test(attribute('type')) ? attribute('id') : null;
        return;
      case 'tbl':
        this.#endJoined();
        this.#tables.push({ rows: [], isRowDeleted: false });
        return;
      case 'tr':
        if (this.#tables.length > 0) {
          this.#table().rows.push([]);
          this.#table().isRowDeleted = false;
        }
        return;
      case 'gridBefore':
        this.#table()
          .rows.at(-1)
          ?.push({ blocks: [], span: spanOf(attribute('val')) });
        return;
      case 'tc':
        this.#table().rows.at(-1)?.push({ blocks: [], span: 1 });
        return;
      case 'gridSpan': {
        const cell = this.#cell();
        if (cell) cell.span = spanOf(attribute('val'));
        return;
      }
    }
  }

  /** Begins a paragraph, or goes on with the one whose end was deleted; what it is, the last end says. */
  #openParagraph(): void {
    const runs = this.#joined?.runs ?? [];
    const paragraph = { style: '', outline: null, list: null, level: null, runs, isJoined: false, isEndHidden: false };
    this.#paragraphs.push(paragraph);
    this.#joined = null;
  }

  /** Ends a paragraph whose end was deleted, where none follows that it could be part of. */
  #endJoined(): void {
    if (this.#joined) {
      this.#openParagraph();
      this.#endParagraph();
    }
  }

  #add(text: string, isMarkdown = false): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph || text === '' || this.#run.isHidden) return;
    const { isHidden: _, ...run } = this.#run;
    paragraph.runs.push({ ...run, text, link: this.#link || this.#fields.link(), isMarkdown });
    this.#length += text.length;
    if (!isMarkdown) this.revisions.add(text);
  }

  /** Returns the innermost table; one of its own for cells outside of any. */
  #table(): Table {
    const table = this.#tables.at(-1) ?? { rows: [], isRowDeleted: false };
    if (this.#tables.length === 0) this.#tables.push(table);
    return table;
  }

  #cell(): TableCell | undefined {
    return this.#tables.at(-1)?.rows.at(-1)?.at(-1);
  }

  #put(block: WordDocumentBlock): void {
    (this.#cell()?.blocks ?? this.#blocks).push(block);
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (!paragraph) return;
    if (paragraph.isJoined) {
      this.#joined = paragraph;
      return;
    }
    this.#fields.giveUp(paragraph.runs);
    const style = this.#context.styleOf(paragraph.style);
    if (/^toc \d$/i.test(style.name)) return;
    const level = paragraph.outline === null ? style.heading : headingLevel(paragraph.outline);
    const heading = this.#tables.length > 0 || level === null ? 0 : Math.min(level, 6);
    const text = markdownFromTextRuns(paragraph.runs, heading > 0);
    if (text === '' && (paragraph.isEndHidden || style.isHidden)) return;
    const place = listPlace(paragraph, style);
    const mark = place ? this.#context.lists.next(place) : '';
    if (text === '') return;
    if (heading > 0) {
      const number = mark === '-' || mark === '' ? '' : `${mark} `;
      this.#indents = [];
      this.#put({ text: `${'#'.repeat(heading)} ${number}${text.replace(/\s+/g, ' ')}`, isItem: false });
    } else if (place && mark !== '') this.#put(this.#item(mark, place.level, text));
    else {
      this.#indents = [];
      this.#put({ text: /(?:quote|^block text)$/i.test(style.name) ? text.replace(/^/gm, '> ') : text, isItem: false });
    }
  }

  /** Returns an item within those above it; a mark that Markdown does not know, such as `（一）`, is part of its text. */
  #item(mark: string, level: number, text: string): WordDocumentBlock {
    const own = mark === '-' || /^\d{1,9}[.)]$/.test(mark) ? mark : `- ${mark}`;
    const width = own.startsWith('- ') ? 2 : own.length + 1;
    const indent = this.#indents.slice(0, level).reduce((sum, each) => sum + each, 0);
    this.#indents = [...Array.from({ length: level }, (_, at) => this.#indents[at] ?? 0), width];
    const blanks = ' '.repeat(indent);
    return { text: `${blanks}${own} ${text.replaceAll('\n', `\n${blanks}${' '.repeat(width)}`)}`, isItem: true };
  }

  /** Puts a table, or what is in it if it has a single column (a layout); a table in a cell becomes lines. */
  #endTable(): void {
    const table = this.#tables.pop();
    const rows = table?.rows.filter((row) => row.length > 0) ?? [];
    this.#indents = [];
    if (tableWidth(rows) === 1) {
      for (const block of rows.flatMap(([cell]) => cell?.blocks ?? [])) this.#put(block);
      return;
    }
    const text = markdownFromWordTable(rows, this.#cell() !== undefined);
    if (text !== '') this.#put({ text, isItem: false });
  }
}

/** The most columns that one cell is taken to be as wide as. */
const mostSpanned = 64;

const spanOf = (value: string) => Math.min(Math.max(Number(value) || 1, 1), mostSpanned);
const textOfRow = (row: readonly TableCell[]) =>
  row.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join(' | ');
const isOn = (value: string) => !/^(?:0|false|off|none)$/.test(value);

function listPlace({ list, level }: Paragraph, style: ParagraphStyle): ParagraphListPosition | null {
  const id = list ?? style.list?.list;
  if (id === undefined || id === '0') return null;
  return { list: id, level: Math.min(Math.max(level ?? style.list?.level ?? 0, 0), 8) };
}
