import { bytesOfDataUrl } from '../domain/data-url.ts';
import { pdfMarkdown } from '../domain/pdf-markdown.ts';
import type { SessionFile } from '../domain/session-file.ts';
import { textIdOf } from '../domain/text-of-file.ts';
import type { App } from './app.svelte.ts';
import { readAddedFile } from './read-added-file.ts';
import { safeName } from './safe-name.ts';
import { toldIfRefused } from './told-if-refused.ts';

const largest = 5_000_000;

type Page = Pick<App, 'dependencies' | 'words' | 'toasts'> & Partial<Pick<App, 'show'>>;

/** Keeps files that the person has picked or dropped (R9.7), and says of each what became of it. */
export async function addFiles(page: Page, sessionId: string, picked: readonly File[]): Promise<void> {
  const { words, toasts } = page;
  const added: SessionFile[] = [];
  for (const file of picked) {
    const kept = await keep(page, sessionId, file);
    if (kept) added.push(kept);
  }
  const [first] = added;
  if (!first) return;
  const told =
    added.length === 1
      ? words.t('files.added', { name: first.name })
      : words.t('files.added_many', { n: added.length });
  const { show } = page;
  toasts.tell(told, show && { label: words.t('files.show'), run: () => show('files') });
  for (const file of added) if (file.mime === 'application/pdf') await keepText(page, file);
}

async function keep(page: Page, sessionId: string, file: File): Promise<SessionFile | null> {
  const { dependencies, words, toasts } = page;
  const { clock, stores } = dependencies;
  if (file.size > largest) {
    toasts.refuse(words.t('files.too_large', { name: file.name }));
    return null;
  }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (!bytes) {
    toasts.refuse(words.t('files.unreadable', { name: file.name }));
    return null;
  }
  const name = safeName(file.name.normalize('NFC'));
  const made: SessionFile = {
    id: clock.newId('file'),
    session_id: sessionId,
    name,
    ...readAddedFile(name, file.type, bytes),
    size: bytes.length,
    kind: 'file',
    source: null,
    added: true,
    created_at: clock.now(),
    deleted_at: null,
  };
  let kept: SessionFile | null = null;
  await toldIfRefused(page, async () => {
    kept = await stores.files.add(made);
  });
  return kept;
}

/** The text of a PDF stands beside it, so that tools can read it. */
async function keepText(page: Page, file: SessionFile): Promise<void> {
  const { dependencies, words, toasts } = page;
  const outcome = await dependencies.readPdf(bytesOfDataUrl(file.content));
  if (outcome.kind === 'text') {
    const content = pdfMarkdown(outcome.pages, outcome.total);
    const text: SessionFile = {
      ...file,
      id: textIdOf(file.id),
      name: `${file.name}.md`,
      mime: 'text/markdown',
      content,
      size: new TextEncoder().encode(content).length,
      kind: 'artifact',
      source: file.name,
    };
    await toldIfRefused(page, async () => {
      await dependencies.stores.files.add(text);
    });
  } else if (outcome.kind !== 'aborted') {
    toasts.refuse(words.t(`files.pdf.${outcome.kind}`, { name: file.name }));
  }
}
