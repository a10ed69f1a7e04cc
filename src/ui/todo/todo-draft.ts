import type { Result } from '../../values/result.ts';
import { joinListItems } from '../../values/list-text.ts';
import { isCalendarDate } from '../../values/calendar-date.ts';
import { normalizedTags } from '../../records/note.ts';
import type { Todo } from '../../records/todo.ts';
import type { TodoChange } from './todo-list.svelte.ts';
import { dateTimeInputCodec } from '../schedule/date-time-input-codec.ts';

/** A to-do as the form edits it: date and time in the person's local time, all tags as one text. */
export interface TodoDraft {
  title: string;
  notes: string;
  date: string;
  time: string;
  priority: Todo['priority'];
  tags: string;
}

type Read = Result<TodoChange, 'title' | 'date'>;

export const todoDraft = {
  of({ title, notes, due, priority, tags }: Todo, zone: string): TodoDraft {
    const when =
      due === null
        ? { date: '', time: '' }
        : isCalendarDate(due)
          ? { date: due, time: '' }
          : dateTimeInputCodec.read(due, zone);
    return { title, notes, ...when, priority, tags: joinListItems(tags) };
  },

  /** The to-do that the form describes, or the field that prevents saving. */
  read(draft: TodoDraft, zone: string): Read {
    const title = draft.title.trim().slice(0, 500);
    if (!title) return { ok: false, error: 'title' };
    if (draft.time && !draft.date) return { ok: false, error: 'date' };
    const due = draft.date && draft.time ? dateTimeInputCodec.write(draft.date, draft.time, zone) : draft.date || null;
    return {
      ok: true,
      value: {
        title,
        notes: draft.notes.trim(),
        due,
        priority: draft.priority,
        tags: normalizedTags(draft.tags.split(/[,，、;；]/)),
      },
    };
  },
};
