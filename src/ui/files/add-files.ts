import { bytesFromDataUrl, dataUrlFromBytes, mimeTypeOfFileName } from '../../records/mime-of-name.ts';
import { markdownFromPdf } from '../../records/pdf-markdown.ts';
import { type SessionFile, idOfExtractedText, maxFileBytes } from '../../records/session-file.ts';
import type { App } from '../app/app.svelte.ts';
import { safeFileName } from '../../records/file-name.ts';
import { joinItems } from '../kit/join-items.ts';
import { officeProgramOfFile, unreadableKind } from '../../records/unreadable-kind.ts';
import { onlySheet, sheetFileNames, workbookOverview } from '../../records/workbook.ts';
import { officeMimeTypes } from '../../records/written-office.ts';
import { decodeExternalText, decodeFile, encodings } from '../../records/decode-file.ts';

type Page = Pick<App, 'dependencies' | 'words' | 'toasts'> & Partial<Pick<App, 'show'>>;

/** The most names of files in one message. */
const mostNames = 20;

/** What happened to files that were added, for one message that tells all of it. */
interface Report {
  /** The names of the files that can be used. */
  added: string[];
  /** What is to be said about single files: why one was not added, or cannot be used as it is. */
  notes: string[];
  /** True if a file was stored. */
  stored: boolean;
  /** True if a file was left out, or cannot be read. */
  lacks: boolean;
  /** The file that the message leads to. */
  file?: string;
}

/**
 * Stores files that the person picked or dropped, and reports on all of them in one message; a second is about those
 * whose text is extracted.
 */
export async function addFiles(page: Page, sessionId: string, picked: readonly File[]): Promise<void> {
  const report: Report = { added: [], notes: [], stored: false, lacks: false };
  const documents: SessionFile[] = [];
  for (const file of picked) {
    const storedFile = await keep(page, sessionId, file, report);
    if (storedFile && (storedFile.mime === 'application/pdf' || officeProgramOfFile(storedFile)))
      documents.push(storedFile);
  }
  tell(page, report);
  const texts: Report = { added: [], notes: [], stored: true, lacks: false };
  for (const file of documents) await keepText(page, file, texts);
  tell(page, texts);
}

function tell({ words, toasts, show }: Page, { added, notes, stored, lacks, file }: Report): void {
  const [name = ''] = added;
  const names = joinItems([...added.slice(0, mostNames), ...(added.length > mostNames ? ['…'] : [])], words);
  const first =
    added.length === 1 ? words.t('files.added', { name }) : words.t('files.added_many', { n: added.length, names });
  const lines = [...(added.length > 0 ? [first] : []), ...notes];
  if (lines.length === 0) return;
  const action = show && stored ? { label: words.t('files.show'), run: () => show('files', file) } : undefined;
  if (notes.length === 0) toasts.tell(first, action);
  else if (lacks) toasts.add({ text: lines.join('\n'), tone: 'refused', untilSent: true, action });
  else toasts.tell(lines.join('\n'), action, 'files');
}

/** Stores a file and adds what is to be said about it to the report; returns null if it is not stored. */
async function keep(page: Page, sessionId: string, file: File, report: Report): Promise<SessionFile | null> {
  const { dependencies, words } = page;
  const { clock, stores } = dependencies;
  const { notes } = report;
  if (file.size > maxFileBytes) {
    report.lacks = true;
    notes.push(words.t('files.too_large', { name: file.name }));
    return null;
  }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (!bytes) {
    report.lacks = true;
    notes.push(words.t('files.unreadable', { name: file.name }));
    return null;
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
    report.lacks = true;
    notes.push(words.t('files.not_stored', { name }));
    return null;
  }
  report.stored = true;
  const kind = unreadableKind(storedFile);
  report.lacks ||= kind !== null || storedFile.content.trim() === '' || bytes.length === 0;
  if (storedFile.content.trim() === '' || bytes.length === 0)
    notes.push(words.t('files.added_empty', { name: storedFile.name }));
  else if (kind) notes.push(words.t(`files.no_reader.${kind}`, { name: storedFile.name }));
  else report.added.push(storedFile.name);
  if (storedFile.name !== name) notes.push(words.t('files.second', { name, to: storedFile.name }));
  if (guessed === undefined && lost === undefined) return storedFile;
  report.file ??= storedFile.id;
  notes.push(
    lost === undefined
      ? words.t('files.guessed', {
          name,
          encoding: encodingName(guessed ?? '', words),
        })
      : words.t('files.lost', { name, n: lost }),
  );
  return storedFile;
}

/** The name of an encoding as the list of encodings shows it. */
export function encodingName(guessed: string, words: App['words']): string {
  const encoding = encodings.find((each) => each === guessed.toLowerCase());
  return encoding ? words.tDynamic(`encoding.${encoding.replaceAll('-', '_')}`) : guessed;
}

/** Stores the text of a PDF, or of a file of Word or Excel, as other files beside it, so that tools can read it. */
async function keepText({ dependencies, words }: Page, file: SessionFile, report: Report): Promise<void> {
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
    report.lacks = true;
    report.notes.push(words.t('files.not_stored', { name: text.name }));
    return text.name;
  };
  const bytes = bytesFromDataUrl(file.content);
  const isPdf = file.mime === 'application/pdf';
  const outcome = await (isPdf ? dependencies.readPdf(bytes) : dependencies.readOffice(bytes));
  switch (outcome.kind) {
    case 'text':
      await store('', `${file.name}.md`, markdownFromPdf(outcome.pages, outcome.total, outcome.unread));
      return;
    case 'document':
      await store('', `${file.name}.md`, outcome.markdown);
      return;
    case 'workbook': {
      const only = onlySheet(outcome);
      if (only) {
        await store('', `${file.name}.csv`, only.csv);
        return;
      }
      const names = sheetFileNames(file.name, outcome);
      for (const [sheetIndex, [sheet, name]] of [...names].entries())
        names.set(sheet, await store(`_${sheetIndex + 1}`, name, sheet.csv));
      await store('', `${file.name}.md`, workbookOverview(outcome, names));
      return;
    }
    case 'aborted':
      return;
    case 'no_text':
    case 'unread':
    case 'empty':
    case 'protected':
    case 'old':
    case 'broken':
    case 'too_large':
    case 'timeout':
    case 'unavailable': {
      const isProtected = outcome.kind === 'protected' && isPdf;
      report.lacks = true;
      report.notes.push(
        words.t(isProtected ? 'files.unread.protected_pdf' : `files.unread.${outcome.kind}`, { name: file.name }),
      );
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
