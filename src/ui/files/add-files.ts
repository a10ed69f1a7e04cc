import { bytesFromDataUrl, dataUrlFromBytes, mimeTypeOfFileName } from '../../records/mime-of-name.ts';
import { markdownFromPdf } from '../../records/pdf-markdown.ts';
import { type SessionFile, idOfExtractedText, maxFileBytes } from '../../records/session-file.ts';
import type { App } from '../app/app.svelte.ts';
import { safeFileName } from '../../records/file-name.ts';
import { filesBeingRead } from './files-being-read.svelte.ts';
import { joinItems } from '../kit/join-items.ts';
import { officeProgramOfFile, unreadableKind } from '../../records/unreadable-kind.ts';
import { onlySheet, sheetFileNames, workbookOverview } from '../../records/workbook.ts';
import { officeMimeTypes } from '../../records/written-office.ts';
import { decodeExternalText, decodeFile, encodings } from '../../records/decode-file.ts';

type Page = Pick<App, 'dependencies' | 'words' | 'toasts'> & Partial<Pick<App, 'show'>>;

/** The most names of files in one message. */
const mostNames = 8;
/** The most files of which a message says one by one what is the matter with them. */
const mostTold = 2;

/** What is to be said about a file, by its kind: those of one kind are told together where they are many. */
interface Note {
  kind: 'refused' | 'unreadable' | 'pictures' | 'empty' | 'hidden' | 'second' | 'guessed' | 'lost';
  name: string;
  text: string;
}

/** The kinds of notes that many files can share. */
const shared = ['refused', 'unreadable', 'second', 'guessed'] as const;
/** The kinds of notes that tell of a file as the person may not expect it. */
const warnings: ReadonlySet<string> = new Set(['refused', 'unreadable', 'pictures', 'empty']);

/** What happened to files that were added, for one message that tells all of it. */
interface Report {
  /** The files that were stored. */
  stored: SessionFile[];
  /** Why files were not added, or cannot be used as they are. */
  notes: Note[];
  /** The file that the message leads to. */
  file?: string;
}

/**
 * Stores files that the person picked or dropped, reads the text of those that have one within, and reports on all of
 * them in one message: what was said before the texts were read gives way to it.
 */
export async function addFiles(page: Page, sessionId: string, picked: readonly File[]): Promise<void> {
  const report: Report = { stored: [], notes: [] };
  for (const file of picked) await keep(page, sessionId, file, report);
  const documents = report.stored.filter(hasTextWithin);
  for (const { id } of documents) filesBeingRead.add(id);
  const before = report.notes.length;
  const first = tell(page, report);
  for (const file of documents) {
    report.notes.push(...(await keepText(page, file)));
    filesBeingRead.delete(file.id);
  }
  if (report.notes.length === before) return;
  if (first !== null) page.toasts.dismiss(first);
  tell(page, report);
}

/** True for a PDF and for a file of Word or Excel, whose text is stored beside it. */
export const hasTextWithin = (file: Pick<SessionFile, 'name' | 'mime'>): boolean =>
  file.mime === 'application/pdf' || officeProgramOfFile(file) !== null;

/** Returns the first names of a list in words, and a sign that there are more. */
const firstNames = (names: readonly string[], words: App['words']): string =>
  joinItems([...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])], words);

/** Shows the message about added files, and returns its id; null if there is nothing to say. */
function tell({ words, toasts, show }: Page, { stored, notes, file }: Report): number | null {
  const added = stored.filter(({ name }) => !notes.some((note) => warnings.has(note.kind) && note.name === name));
  const [name = ''] = added.map((each) => each.name);
  const lines = [
    ...(added.length === 1 ? [words.t('files.added', { name })] : []),
    ...(added.length > 1
      ? [
          words.t('files.added_many', {
            n: added.length,
            names: firstNames(
              added.map((each) => each.name),
              words,
            ),
          }),
        ]
      : []),
  ];
  for (const kind of new Set(notes.map((note) => note.kind))) {
    const some = notes.filter((note) => note.kind === kind);
    const many = shared.find((each) => each === kind && some.length > mostTold);
    if (many === undefined) lines.push(...some.map((note) => note.text));
    else
      lines.push(
        words.t(`files.many.${many}`, {
          n: some.length,
          names: firstNames(
            some.map((note) => note.name),
            words,
          ),
        }),
      );
  }
  if (lines.length === 0) return null;
  const text = lines.join('\n');
  const action =
    show && stored.length > 0 ? { label: words.t('files.show'), run: () => show('files', file) } : undefined;
  if (notes.some(({ kind }) => warnings.has(kind)))
    return toasts.add({ text, tone: 'refused', untilSent: true, action });
  return toasts.tell(text, action, notes.length > 0 ? 'files' : undefined);
}

/** Stores a file, if that is possible, and adds it and what is to be said about it to the report. */
async function keep(page: Page, sessionId: string, file: File, report: Report): Promise<void> {
  const { dependencies, words } = page;
  const { clock, stores } = dependencies;
  const note = (kind: Note['kind'], of: string, text: string): void => void report.notes.push({ kind, name: of, text });
  if (file.size > maxFileBytes) {
    note('refused', file.name, words.t('files.too_large', { name: file.name }));
    return;
  }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (!bytes) {
    note('refused', file.name, words.t('files.unreadable', { name: file.name }));
    return;
  }
  const name = safeFileName(file.name.normalize('NFC'));
  const { guessed, lost, isText, ...content } = readAddedFile(name, file.type, bytes);
  const newFile = await dependencies.withoutApiKeys<SessionFile>({
    id: clock.newId('file'),
    session_id: sessionId,
    name,
    ...content,
    ...(isText && !isUtf8Of(content.content, bytes) && { original: dataUrlFromBytes(content.mime, bytes) }),
    size: bytes.length,
    kind: 'file',
    source: null,
    added: true,
    created_at: clock.now(),
    deleted_at: null,
  });
  const { original: _, ...text } = newFile;
  const storedFile = await stores.files.add(newFile.content === content.content ? newFile : text).catch(() => null);
  if (!storedFile) {
    note('refused', name, words.t('files.not_stored', { name }));
    return;
  }
  report.stored.push(storedFile);
  const kind = unreadableKind(storedFile);
  const own = storedFile.name;
  if (storedFile.content.trim() === '' || bytes.length === 0)
    note('empty', own, words.t('files.added_empty', { name: own }));
  else if (kind) note('unreadable', own, words.t(`files.no_reader.${kind}`, { name: own }));
  if (own !== name) note('second', own, words.t('files.second', { name, to: own }));
  if (guessed === undefined && lost === undefined) return;
  report.file ??= storedFile.id;
  if (lost !== undefined) note('lost', own, words.t('files.lost', { name: own, n: lost }));
  else note('guessed', own, words.t('files.guessed', { name: own, encoding: encodingName(guessed ?? '', words) }));
}

/** The name of an encoding as the list of encodings shows it. */
export function encodingName(guessed: string, words: App['words']): string {
  const encoding = encodings.find((each) => each === guessed.toLowerCase());
  return encoding ? words.tDynamic(`encoding.${encoding.replaceAll('-', '_')}`) : guessed;
}

/**
 * Stores the text of a PDF, or of a file of Word or Excel, as other files beside it, so that tools can read it; returns
 * what is to be said where that is not possible.
 */
export async function keepText(
  { dependencies, words }: Pick<Page, 'dependencies' | 'words'>,
  file: SessionFile,
): Promise<Note[]> {
  const notes: Note[] = [];
  const store = async (part: string, name: string, content: string): Promise<string> => {
    const text = await dependencies.withoutApiKeys<SessionFile>({
      ...file,
      id: idOfExtractedText(file.id) + part,
      name,
      mime: mimeTypeOfFileName(name),
      content,
      size: new TextEncoder().encode(content).length,
      kind: 'artifact',
      source: file.name,
    });
    const storedText = await dependencies.stores.files.add(text).catch(() => null);
    if (storedText) return storedText.name;
    notes.push({ kind: 'refused', name: text.name, text: words.t('files.not_stored', { name: text.name }) });
    return text.name;
  };
  const bytes = bytesFromDataUrl(file.content);
  const isPdf = file.mime === 'application/pdf';
  const outcome = await (isPdf ? dependencies.readPdf(bytes) : dependencies.readOffice(bytes));
  switch (outcome.kind) {
    case 'text':
      await store('', `${file.name}.md`, markdownFromPdf(outcome.pages, outcome.total, outcome.unread));
      return notes;
    case 'document':
      await store('', `${file.name}.md`, outcome.markdown);
      return notes;
    case 'workbook': {
      const only = onlySheet(outcome);
      if (only) {
        await store('', `${file.name}.csv`, only.csv);
        return notes;
      }
      const names = sheetFileNames(file.name, outcome);
      for (const [sheetIndex, [sheet, name]] of [...names].entries())
        names.set(sheet, await store(`_${sheetIndex + 1}`, name, sheet.csv));
      await store('', `${file.name}.md`, workbookOverview(outcome, names));
      const hidden = [...names.keys()].filter(({ isHidden }) => isHidden).map((sheet) => sheet.name);
      if (hidden.length > 0) {
        const params = { name: file.name, n: hidden.length, names: firstNames(hidden, words) };
        notes.push({ kind: 'hidden', name: file.name, text: words.t('files.hidden_sheets', params) });
      }
      return notes;
    }
    case 'aborted':
      return notes;
    case 'no_text':
    case 'unread':
      return [
        { kind: 'pictures', name: file.name, text: words.t(`files.unread.${outcome.kind}`, { name: file.name }) },
      ];
    case 'empty':
    case 'protected':
    case 'old':
    case 'broken':
    case 'too_large':
    case 'timeout':
    case 'unavailable': {
      const isProtected = outcome.kind === 'protected' && isPdf;
      const key = isProtected ? ('files.unread.protected_pdf' as const) : (`files.unread.${outcome.kind}` as const);
      return [{ kind: 'unreadable', name: file.name, text: words.t(key, { name: file.name }) }];
    }
  }
}

/** True if these bytes are the text in UTF-8 without a byte order mark. */
function isUtf8Of(text: string, bytes: Uint8Array): boolean {
  const own = new TextEncoder().encode(text);
  return own.length === bytes.length && own.every((byte, at) => byte === bytes[at]);
}

const textual =
  /\.(csv|tsv|txt|text|md|markdown|json|geojson|jsonl|ndjson|log|html?|css|m?js|ts|xml|ya?ml|toml|ini|ics|vcf|svg|tex|srt|sql|py|sh|r)$/i;

/** The types of documents, by their endings, for systems that do not know them. */
const documentTypes: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ...Object.entries(officeMimeTypes),
]);

/**
 * Returns an external file as a session stores it: text as text, anything else as a `data:` address. `guessed` is the
 * detected encoding of a text that does not declare one; `lost` is the number of unreadable characters if none fits.
 */
export function readAddedFile(
  name: string,
  type: string,
  bytes: Uint8Array,
): { mime: string; content: string; isText: boolean; guessed?: string; lost?: number } {
  const isText =
    textual.test(name) ||
    (type.startsWith('text/') && !bytes.subarray(0, 4000).includes(0)) ||
    holdsText(name, type, bytes);
  if (isText) {
    const decodedText = decodeExternalText(bytes, null);
    return {
      ...{ mime: mimeTypeOfFileName(name), content: decodedText.text, isText },
      ...(decodedText.guessed && { guessed: decodedText.encoding }),
      ...(decodedText.lost > 0 && { lost: decodedText.lost }),
    };
  }
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const mime = type || (documentTypes.get(ending) ?? 'application/octet-stream');
  return { mime, content: dataUrlFromBytes(mime, bytes), isText };
}

/** Tabs, ends of lines and pages, and the escape of coloured output. */
const controlsOfText: ReadonlySet<number> = new Set([9, 10, 12, 13, 27]);

/** True if the bytes of a file of an unknown kind, such as `README`, are text. */
function holdsText(name: string, type: string, bytes: Uint8Array): boolean {
  if (unreadableKind({ name, mime: type }) !== 'other' || bytes.length === 0) return false;
  return !bytes.some((byte) => byte < 32 && !controlsOfText.has(byte)) && decodeFile(bytes).ok;
}
