import { sessionLinesInExportedHtml, buildExportedRunHtml } from '../../engine/exported-run-html.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import { addUsageTotals, zeroUsageTotals, UsageTotals } from '../../task/usage.ts';
import { redactRows } from '../../task/redact-session.ts';
import type { RedactablePart, StoredSessionRow, ViewerTranslations } from '../../task/session-rows.ts';
import { hostsIn } from '../../task/without-names.ts';
import { languages } from '../../i18n/languages.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { outgoingFile, type OutgoingFileParts } from '../../formats/office/outgoing-file.ts';
import { officeFormatOfText } from '../../records/written-office.ts';
import { parseSavedSession } from '../viewer/saved-page-content.ts';
import type { App } from '../app/app.svelte.ts';
import { safeFileName } from '../../records/file-name.ts';

/** What a saved page would contain, which the person sees before saving it. */
export interface SavedPageSummary {
  messages: number;
  calls: number;
  /** Sizes in bytes. */
  files: readonly { name: string; size: number }[];
  pages: number;
  sites: readonly string[];
}

/**
 * A session to be shared as one HTML file: `figures` summarises what the file would contain, and `save` downloads it.
 */
export class SavedPageExport {
  readonly #app: App;
  readonly #rows: readonly StoredSessionRow[];
  readonly figures: SavedPageSummary;

  private constructor(app: App, rows: readonly StoredSessionRow[]) {
    this.#app = app;
    this.#rows = rows;
    this.figures = figuresOf(rows);
  }

  /** Reads the session from the storage. Rejects if it cannot be read. */
  static async of(app: App, session: string): Promise<SavedPageExport> {
    const { backup } = await app.dependencies.backup();
    return new SavedPageExport(app, await backup.sessionRows(session));
  }

  /** Downloads the page without the parts in `left`. */
  async save(left: ReadonlySet<RedactablePart>): Promise<void> {
    const { dependencies, words } = this.#app;
    await saveOrToast(this.#app, async () => {
      const [{ backup }, { script, style }] = await Promise.all([
        dependencies.backup(),
        import('virtual:cairn-viewer'),
      ]);
      const rows = redactRows(this.#rows, left);
      const session = rows.at(-1)?.row;
      const title = isRecord(session) && typeof session.title === 'string' && session.title ? session.title : 'Cairn';
      const lines = await backup.fileOf(rows).text();
      const page = await buildExportedRunHtml({
        title,
        language: words.language,
        lines,
        words: await viewerWords(script),
        office: await officeFiles(lines, dependencies),
        script,
        style,
      });
      dependencies.saveFile(`${safeFileName(title).slice(0, 80)}.html`, 'text/html', page);
    });
  }
}

/**
 * Returns the files of Word and Excel that texts of a saved page become, as `data:` addresses by their ids; not one
 * that cannot be made.
 */
async function officeFiles(lines: string, dependencies: App['dependencies']): Promise<Record<string, string>> {
  const { files } = parseSavedSession(lines);
  const office: Record<string, string> = {};
  for (const file of files.filter(officeFormatOfText)) {
    const parts: OutgoingFileParts = {
      files: { own: async () => [...files] },
      pngOfSvg: async (svg) => (await dependencies.fileWriters()).pngOfSvg(svg),
      writeOffice: async (request) => (await dependencies.fileWriters()).writeOffice(request),
      withoutApiKeys: (value) => dependencies.withoutApiKeys(value),
    };
    const outgoing = await outgoingFile(file, parts).catch(() => null);
    if (outgoing) office[file.id] = outgoing.content;
  }
  return office;
}

/**
 * Returns the messages whose keys stand in the viewer's script: whole, or their beginning in a template such
 * as `notice.${code}`. A template that begins with a subject of many messages makes each saved page larger.
 */
async function viewerWords(script: string): Promise<ViewerTranslations> {
  const keys = new Set(script.match(/(?<=["'`])[a-z]\w*\.[\w.]+(?=["'`])/g));
  const keyStarts = [...new Set(script.match(/(?<=`)[a-z]\w*\.[\w.]*(?=\$\{)/g))];
  const of = async ({ first, rest }: (typeof languages)['en' | 'zh']): Promise<Record<string, string>> => ({
    ...(await first()),
    ...(await rest()),
  });
  const chinese = await of(languages.zh);
  return Object.fromEntries(
    Object.entries(await of(languages.en))
      .filter(([key]) => keys.has(key) || keyStarts.some((each) => key.startsWith(each)))
      .map(([key, english]) => [key, [english, chinese[key] ?? english]]),
  );
}

function figuresOf(rows: readonly StoredSessionRow[]): SavedPageSummary {
  const bodies = rows.flatMap(({ table, row }) =>
    table === 'journal' && isRecord(row) && isRecord(row.body) ? [row.body] : [],
  );
  const heads = rows.flatMap(({ table, row }) => (table === 'files' && isRecord(row) ? [row] : []));
  const results = bodies.filter(({ type }) => type === 'tool_result');
  return {
    messages: bodies.filter(({ type }) => type === 'message').length,
    calls: results.length,
    files: heads
      .filter(({ kind, deleted_at }) => kind === 'file' && deleted_at === null)
      .map(({ name, size }) => ({ name: String(name), size: Number(size) })),
    pages: results.filter(({ result }) => isRecord(result) && result.foreign === true).length,
    sites: [...new Set(hostsIn(rows).map((host) => host.replace(/:\d+$/, '')))].sort(),
  };
}

/**
 * Restores the run in a saved page as a session, paused and without permissions, and opens it. Returns false, and does
 * nothing, if the file is no saved page.
 */
export async function restoreSavedPage(app: App, file: File): Promise<boolean> {
  if (!/\.html?$/i.test(file.name)) return false;
  const lines = sessionLinesInExportedHtml(await file.text());
  if (lines === null) return false;
  const { words, toasts, dependencies } = app;
  const { backup } = await dependencies.backup();
  const outcome = await backup.restore(new Blob([withoutUsage(withOwnWrites(lines))]), () => undefined, false);
  await words.loadAll();
  if (!outcome.ok) {
    toasts.refuse(words.t('share.page_damaged', { file: file.name }));
    return true;
  }
  const id = sessionIn(lines);
  if (id !== null) await app.openSession(id);
  toasts.tell(words.t((outcome.value.kept.sessions ?? 0) > 0 ? 'share.page_known' : 'share.page_taken'));
  return true;
}

/**
 * Returns the lines without writes of rows that are not in the page: to-dos, calendar entries and notes stay with the
 * person who made them, so the check at the end of a task cannot find them here.
 */
function withOwnWrites(lines: string): string {
  const all = lines.split('\n');
  const files = new Set(all.flatMap((line) => (line.startsWith('{"table":"files"') ? [rowOf(line).id] : [])));
  const isHere = (write: unknown) => isRecord(write) && write.store === 'files' && files.has(write.id);
  const filteredLines = all.map((line) => {
    if (!line.startsWith('{"table":"journal"')) return line;
    const row = rowOf(line);
    const { body } = row;
    if (!isRecord(body) || !isRecord(body.result) || !Array.isArray(body.result.written)) return line;
    const result = { ...body.result, written: body.result.written.filter(isHere) };
    return JSON.stringify({ table: 'journal', row: { ...row, body: { ...body, result } } });
  });
  return filteredLines.join('\n');
}

/**
 * Returns the lines with the usage of the session's model calls as copied, since whoever shared it has paid for them.
 */
function withoutUsage(lines: string): string {
  return lines
    .split('\n')
    .map((line) => {
      if (!line.startsWith('{"table":"sessions"')) return line;
      const { used, copied: before, ...row } = rowOf(line);
      if (row.id === undefined) return line;
      const [own = zeroUsageTotals, theirs = zeroUsageTotals] = [used, before].map(
        (each) => UsageTotals.safeParse(each).data,
      );
      return JSON.stringify({ table: 'sessions', row: { ...row, copied: addUsageTotals(own, theirs) } });
    })
    .join('\n');
}

/** Returns the row of a line; an empty one if the line is damaged. */
function rowOf(line: string): Record<string, unknown> {
  const parsedLine = parseJson(line);
  return isRecord(parsedLine) && isRecord(parsedLine.row) ? parsedLine.row : {};
}

function sessionIn(lines: string): string | null {
  const line = lines.split('\n').find((each) => each.startsWith('{"table":"sessions"'));
  const sessionRecord = line === undefined ? null : (JSON.parse(line) as { row?: { id?: unknown } });
  return typeof sessionRecord?.row?.id === 'string' ? sessionRecord.row.id : null;
}
