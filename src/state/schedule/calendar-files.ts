import type { CalendarEntry } from '../../domain/agenda/calendar-entry.ts';
import { firstOf } from '../../ports/live.ts';
import type { IcsFault } from '../../calendar/ics/ics-components.ts';
import type { App } from '../app/app.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import type { Words } from '../app/words.svelte.ts';
import type { Imports } from '../../imports/imports.ts';
import type { FileReading } from '../../ports/file-reading.ts';

const mostBytes = 10_000_000;

/** Export and import of the calendar as a file (R14.4); the code for it is loaded on first use. */
export class CalendarFiles {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>) {
    this.#app = app;
  }

  readonly export = async (): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const entries = await firstOf(dependencies.stores.entries.list());
    if (entries.length === 0) {
      toasts.refuse(words.t('calendar.nothing_to_export'));
      return;
    }
    const { writeIcs } = await import('../../calendar/ics/write-ics.ts');
    dependencies.saveFile('calendar.ics', 'text/calendar', writeIcs(entries, dependencies.clock.now()));
  };

  /** Imports a calendar file, whole or not at all, and offers undo. */
  readonly import = async (file: File): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { clock, stores } = dependencies;
    if (file.size > mostBytes) {
      toasts.refuse(faultText({ code: 'too_large', limit: mostBytes }, words));
      return;
    }
    const stored = await firstOf(stores.entries.list());
    const surroundings = { zone: clock.zone(), now: clock.now(), untitled: words.t('calendar.untitled') };
    const reading = await readImport(this.#app, file, ({ calendar }, options) =>
      calendar({ file, stored, ...surroundings }, options),
    );
    if (!reading) return;
    if (!reading.ok) {
      toasts.refuse(faultText(reading.fault, words));
      return;
    }
    const { rows, added, updated, removed, simplified, unknownZones, encoding } = reading;
    if (rows.length > 0 && !(await saveOrToast(this.#app, () => stores.entries.saveAll(rows)))) return;
    const told = [
      rows.length === 0
        ? words.t('calendar.imported_nothing')
        : words.t('calendar.imported', { added, updated, removed }),
      simplified === 0 ? '' : words.t('calendar.imported_simplified', { n: simplified }),
      unknownZones.length === 0
        ? ''
        : words.t('calendar.imported_zones', { zones: unknownZones.slice(0, 5).join(', ') }),
      encoding === undefined ? '' : words.t('imports.guessed', { encoding }),
    ];
    const back = { label: words.t('shell.undo'), run: () => void this.#takeBack(rows, stored) };
    toasts.tell(told.filter(Boolean).join(' '), rows.length === 0 ? undefined : back);
  };

  #takeBack(rows: readonly CalendarEntry[], before: readonly CalendarEntry[]): Promise<boolean> {
    const at = this.#app.dependencies.clock.now();
    const old = new Map(before.map((row) => [row.id, row]));
    const undone = rows.map((row) => old.get(row.id) ?? { ...row, deleted_at: at, updated_at: at });
    return saveOrToast(this.#app, () => this.#app.dependencies.stores.entries.saveAll(undone));
  }
}

function faultText(fault: IcsFault, { t, number }: Words): string {
  switch (fault.code) {
    case 'no_calendar':
      return t('calendar.file.no_calendar');
    case 'encoding':
      return t('calendar.file.encoding', { line: fault.line });
    case 'too_large':
      return t('calendar.file.too_large', { limit: number(fault.limit / 1_000_000) });
    case 'too_many':
      return t('calendar.file.too_many', { limit: number(fault.limit) });
    case 'bad_line':
    case 'unpaired':
    case 'bad_value':
      return t(`calendar.file.${fault.code}`, { line: fault.line, text: fault.text });
  }
}

/** The content of a file from outside; null where it could not be read, which the person has been told. */
export async function readImport<T>(
  { dependencies, words, toasts }: Pick<App, 'dependencies' | 'words' | 'toasts'>,
  file: File,
  read: (imports: Imports, options: { signal: AbortSignal }) => Promise<FileReading<T>>,
): Promise<T | null> {
  const { signal } = new AbortController();
  const reading = await dependencies
    .imports()
    .then((imports) => read(imports, { signal }))
    .catch((): FileReading<never> => ({ kind: 'unavailable' }));
  if (reading.kind === 'read') return reading.value;
  if (reading.kind !== 'aborted')
    toasts.refuse(`${words.t(`imports.${reading.kind}`, { file: file.name })} ${words.t('import.unchanged')}`);
  return null;
}
