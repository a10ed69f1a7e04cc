import { bytesOfDataUrl, dataUrl, mimeOfName } from '../../records/mime-of-name.ts';
import { pdfMarkdown } from '../../records/pdf-markdown.ts';
import { type SessionFile, idOfExtractedText } from '../../records/session-file.ts';
import type { App } from '../app/app.svelte.ts';
import { safeName } from '../../records/file-name.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { unreadableKind } from '../../records/unreadable-kind.ts';
import { encodings, decodeExternalText } from '../../records/decode-file.ts';

const largest = 5_000_000;

type Page = Pick<App, 'dependencies' | 'words' | 'toasts'> & Partial<Pick<App, 'show' | 'guessed'>>;

/** Stores files that the person picked or dropped, and reports each result. */
export async function addFiles(page: Page, sessionId: string, picked: readonly File[]): Promise<void> {
  const { words, toasts } = page;
  const added: SessionFile[] = [];
  for (const file of picked) {
    const kept = await keep(page, sessionId, file);
    if (kept) added.push(kept);
  }
  const usable = added.filter((file) => unreadableKind(file) === null);
  const [first] = usable;
  const { show } = page;
  const action = show && { label: words.t('files.show'), run: () => show('files') };
  if (first)
    toasts.tell(
      usable.length === 1
        ? words.t('files.added', { name: first.name })
        : words.t('files.added_many', { n: usable.length }),
      action,
    );
  for (const file of added) {
    const kind = unreadableKind(file);
    if (kind) toasts.refuse(words.t(`files.no_reader.${kind}`, { name: file.name }), { home: 'files', action });
  }
  for (const file of added) if (file.mime === 'application/pdf') await keepText(page, file);
}

async function keep(page: Page, sessionId: string, file: File): Promise<SessionFile | null> {
  const { dependencies, words, toasts, show } = page;
  const { clock, stores } = dependencies;
  if (file.size > largest) {
    toasts.refuse(words.t('files.too_large', { name: file.name }), { home: 'files' });
    return null;
  }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (!bytes) {
    toasts.refuse(words.t('files.unreadable', { name: file.name }), { home: 'files' });
    return null;
  }
  const name = safeName(file.name.normalize('NFC'));
  const { guessed, lost, ...content } = readAddedFile(name, file.type, bytes);
  const made = await dependencies.withoutKeys<SessionFile>({
    id: clock.newId('file'),
    session_id: sessionId,
    name,
    ...content,
    size: bytes.length,
    kind: 'file',
    source: null,
    added: true,
    created_at: clock.now(),
    deleted_at: null,
  });
  const added: SessionFile[] = [];
  await saveOrToast(page, async () => {
    added.push(await stores.files.add(made));
  });
  const [kept] = added;
  if (!kept) return null;
  if (guessed !== undefined || lost !== undefined) {
    const encoding = encodings.find((each) => each === guessed?.toLowerCase()) ?? '';
    if (page.guessed) page.guessed[kept.id] = { bytes, encoding, text: kept.content };
    toasts.refuse(
      lost === undefined
        ? words.t('files.guessed', {
            name,
            encoding: encoding === '' ? (guessed ?? '') : words.tDynamic(`encoding.${encoding.replaceAll('-', '_')}`),
          })
        : words.t('files.lost', { name, n: lost }),
      { home: 'files', action: show && { label: words.t('files.show'), run: () => show('files', kept.id) } },
    );
  }
  return kept;
}

/** Stores the text of a PDF as another file beside it, so that tools can read it. */
async function keepText(page: Page, file: SessionFile): Promise<void> {
  const { dependencies, words, toasts } = page;
  const outcome = await dependencies.readPdf(bytesOfDataUrl(file.content));
  if (outcome.kind === 'text') {
    const content = pdfMarkdown(outcome.pages, outcome.total, outcome.unread);
    const text = await dependencies.withoutKeys<SessionFile>({
      ...file,
      id: idOfExtractedText(file.id),
      name: `${file.name}.md`,
      mime: 'text/markdown',
      content,
      size: new TextEncoder().encode(content).length,
      kind: 'artifact',
      source: file.name,
    });
    await saveOrToast(page, async () => {
      await dependencies.stores.files.add(text);
    });
  } else if (outcome.kind !== 'aborted') {
    toasts.refuse(words.t(`files.pdf.${outcome.kind}`, { name: file.name }), { home: 'files' });
  }
}

const textual =
  /\.(csv|tsv|txt|text|md|markdown|json|geojson|jsonl|ndjson|log|html?|css|m?js|ts|xml|ya?ml|toml|ini|ics|vcf|svg|tex|srt|sql|py|sh|r)$/i;

/**
 * Returns an external file as a session stores it: text as text, anything else as a `data:` address. `guessed` is the
 * detected encoding of a text that does not declare one; `lost` is the number of unreadable characters if none fits.
 */
export function readAddedFile(
  name: string,
  type: string,
  bytes: Uint8Array,
): { mime: string; content: string; guessed?: string; lost?: number } {
  const isText = textual.test(name) || (type.startsWith('text/') && !bytes.subarray(0, 4000).includes(0));
  if (isText) {
    const read = decodeExternalText(bytes, null);
    return {
      ...{ mime: mimeOfName(name), content: read.text },
      ...(read.guessed && { guessed: read.encoding }),
      ...(read.lost > 0 && { lost: read.lost }),
    };
  }
  const mime = type || (/\.pdf$/i.test(name) ? 'application/pdf' : 'application/octet-stream');
  return { mime, content: dataUrl(mime, bytes) };
}
