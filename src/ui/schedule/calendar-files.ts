import { shortenedText } from '../../values/truncate-text.ts';
import { encodingName } from '../files/add-files.ts';
import { joinItems, joinSentences } from '../kit/join-items.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { currentValue } from '../../ports/observable.ts';
import type { IcsError } from '../../calendar/ics/ics-components.ts';
import type { IcsReading } from '../../calendar/ics/read-ics.ts';
import type { IcsTask } from '../../calendar/ics/read-vtodo.ts';
import { removeTodos, addImportedTodos } from '../todo/add-imported-todos.ts';
import type { App } from '../app/app.svelte.ts';
import { saveOrToast, type ToastPane } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import type { FileImporter } from '../../formats/imports.ts';
import type { FileReadResult } from '../../ports/file-reading.ts';

const mostBytes = 10_000_000;

/** Export and import of the calendar as a file; the code is loaded on first use. */
export class CalendarFiles {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>) {
    this.#app = app;
  }

  readonly export = async (): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const entries = await currentValue(dependencies.stores.entries.list());
    if (entries.length === 0) {
      toasts.refuse(words.t('calendar.nothing_to_export'), { home: 'schedule' });
      return;
    }
    const { writeIcs } = await import('../../calendar/ics/write-ics.ts');
    dependencies.saveFile('calendar.ics', 'text/calendar', writeIcs(entries, dependencies.clock.now()));
  };

  /** Imports a calendar file, names what could not be read, and offers undo. */
  readonly import = async (file: File): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { clock, stores } = dependencies;
    if (file.size > mostBytes) {
      toasts.refuse(faultText({ code: 'too_large', limit: mostBytes }, words), { home: 'schedule' });
      return;
    }
    const deletedItems = (await currentValue(stores.bin.things())).filter(({ kind }) => kind === 'entries');
    const deletedEntries = await Promise.all(deletedItems.map(({ id }) => stores.entries.get(id)));
    const storedEntries = [
      ...(await currentValue(stores.entries.list())),
      ...deletedEntries.filter((row) => row !== undefined),
    ];
    const surroundings = { zone: clock.zone(), now: clock.now(), untitled: words.t('calendar.untitled') };
    const reading = await readImportOrToast(this.#app, file, 'schedule', ({ calendar }, options) =>
      calendar({ file, stored: storedEntries, ...surroundings }, options),
    );
    if (!reading) return;
    if (!reading.ok) {
      toasts.refuse(faultText(reading.error, words), { home: 'schedule' });
      return;
    }
    const { rows } = reading;
    if (rows.length > 0 && !(await saveOrToast(this.#app, () => stores.entries.saveAll(rows)))) return;
    const back = { label: words.t('shell.undo'), run: () => void this.#takeBack(rows, storedEntries) };
    const action = changesOf(reading) === 0 ? undefined : back;
    const toastOptions = { action, home: 'schedule' } as const;
    if (reading.leftOut.count === 0) toasts.tell(readingText(reading, words), toastOptions.action, toastOptions.home);
    else toasts.refuse(readingText(reading, words), toastOptions);
    if (reading.tasks.length > 0) this.#offer(reading.tasks);
  };

  /** Offers to add the tasks of a calendar file to the to-dos. */
  #offer(tasks: readonly IcsTask[]): void {
    const { toasts, words } = this.#app;
    const add = async () => {
      const savedTodos = await addImportedTodos(this.#app, tasks);
      if (!savedTodos) return;
      const { added, known } = savedTodos;
      const back = { label: words.t('shell.undo'), run: () => void removeTodos(this.#app, added) };
      const toastSentences = [
        words.t('calendar.tasks_added', { n: added.length }),
        known === 0 ? '' : words.t('todo_files.known', { n: known }),
      ];
      toasts.tell(joinSentences(toastSentences, words), added.length === 0 ? undefined : back, 'schedule');
    };
    const action = { label: words.t('calendar.tasks_add'), run: () => void add() };
    toasts.refuse(words.t('calendar.tasks_found', { n: tasks.length }), { action, home: 'schedule' });
  }

  #takeBack(rows: readonly CalendarEntry[], before: readonly CalendarEntry[]): Promise<boolean> {
    const updatedAt = this.#app.dependencies.clock.now();
    const old = new Map(before.map((row) => [row.id, row]));
    const source = { sequence: null, parts: {}, removed: updatedAt };
    const restoredEntries = rows.map(
      (row) => old.get(row.id) ?? { ...row, source, deleted_at: updatedAt, updated_at: updatedAt },
    );
    return saveOrToast(this.#app, () => this.#app.dependencies.stores.entries.saveAll(restoredEntries));
  }
}

const mostNamed = 3;

const changesOf = ({ added, updated, removed }: IcsReading & { ok: true }) => added + updated + removed;

/** Returns how many entries of a calendar file were imported, and what could not be read. */
function readingText(reading: IcsReading & { ok: true }, words: Translator): string {
  const { t } = words;
  const { added, updated, removed, events, simplified, unknownZones, offsetZones, leftOut, encoding } = reading;
  const { older, changedHere } = reading;
  const leftOutLines = leftOut.lines.slice(0, mostNamed).map(({ line, text, whole, title }) => {
    if (title !== '') return t('calendar.left_out_titled', { line, title: shortenedText(title, longestTitle) });
    return t(whole ? 'calendar.left_out_entry' : 'calendar.left_out_line', { line, text });
  });
  const list = (items: readonly string[]) => {
    const first = joinItems(items.slice(0, mostNamed), words);
    return items.length <= mostNamed ? first : t('calendar.and_more', { first, n: items.length - mostNamed });
  };
  const sentences = [
    changesOf(reading) > 0
      ? t('calendar.imported', { added, updated, removed })
      : events === 0
        ? t('calendar.imported_no_events')
        : older + changedHere === 0
          ? t('calendar.imported_nothing')
          : '',
    older === 0 ? '' : t('calendar.imported_older', { n: older }),
    changedHere === 0 ? '' : t('calendar.imported_changed_here', { n: changedHere }),
    leftOut.count === 0
      ? ''
      : t('calendar.left_out', { n: leftOut.count, lines: leftOutLines.join(t('text.between')) }),
    leftOut.count > leftOutLines.length ? t('calendar.left_out_more', { n: leftOut.count - leftOutLines.length }) : '',
    simplified.length === 0
      ? ''
      : t('calendar.imported_simplified', {
          n: simplified.length,
          titles: list(simplified.map((title) => t('schedule.quoted', { title: shortenedText(title, longestTitle) }))),
        }),
    unknownZones.length === 0 ? '' : t('calendar.imported_zones', { zones: list(unknownZones) }),
    offsetZones.length === 0 ? '' : t('calendar.imported_offsets', { zones: list(offsetZones) }),
    encoding === undefined ? '' : t('imports.guessed', { encoding: encodingName(encoding, words) }),
  ];
  return joinSentences(sentences, words);
}

const longestTitle = 40;

function faultText(error: IcsError, { t, number }: Translator): string {
  switch (error.code) {
    case 'no_calendar':
      return t('calendar.file.no_calendar');
    case 'encoding':
      return t('calendar.file.encoding', { line: error.line });
    case 'too_large':
      return t('calendar.file.too_large', { limit: number(error.limit / 1_000_000) });
    case 'too_many':
      return t('calendar.file.too_many', { limit: number(error.limit) });
  }
}

/** Returns the content of an external file; null if it could not be read, for which it shows a toast. */
export async function readImportOrToast<T>(
  { dependencies, words, toasts }: Pick<App, 'dependencies' | 'words' | 'toasts'>,
  file: File,
  home: ToastPane,
  read: (imports: FileImporter, options: { signal: AbortSignal }) => Promise<FileReadResult<T>>,
): Promise<T | null> {
  const { signal } = new AbortController();
  const reading = await dependencies
    .imports()
    .then((imports) => read(imports, { signal }))
    .catch((): FileReadResult<never> => ({ kind: 'unavailable' }));
  if (reading.kind === 'read') return reading.value;
  if (reading.kind !== 'aborted')
    toasts.refuse(
      joinSentences([words.t(`imports.${reading.kind}`, { file: file.name }), words.t('import.unchanged')], words),
      { home },
    );
  return null;
}
