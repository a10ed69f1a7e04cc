import { joinListItems } from '../values/list-text.ts';

/** How a step says the due day and the labels of another app's task, in the language of the page. */
export interface ImportedTaskWording {
  /** A sentence with `{date}`, and one with `{labels}`. */
  due: string;
  labels: string;
  locale: string;
  zone: string;
}

const day = /^\d{4}-\d\d-\d\d/;

/**
 * Returns the line of a step that says when it is due; empty for no date. `isDay` is false for an instant, which is a
 * day in the person's zone. Any text that is no date is left as it is, and so is the date if there are no words.
 */
export function formatDueDateLine(dueText: string, isDay: boolean, wording: ImportedTaskWording | undefined): string {
  const dueTime = Date.parse(isDay ? dueText.slice(0, 10) : dueText);
  const isDate = day.test(dueText) && !Number.isNaN(dueTime);
  if (dueText === '' || !wording) return isDate ? dueText.slice(0, 10) : dueText;
  const timeZone = isDay ? 'UTC' : wording.zone;
  const date = isDate
    ? new Intl.DateTimeFormat(wording.locale, { dateStyle: 'medium', timeZone }).format(dueTime)
    : dueText;
  return wording.due.replace('{date}', () => date);
}

/** Returns the line of a step that names its labels; empty if there are none. */
export function formatLabelsLine(labels: readonly string[], wording: ImportedTaskWording | undefined): string {
  if (labels.length === 0) return '';
  return (wording?.labels ?? '{labels}').replace('{labels}', () => joinListItems(labels));
}
