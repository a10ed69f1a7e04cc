import type { CommandAnswer } from '../../commands/command-answer.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import type { Todo } from '../../records/todo.ts';
import { repeatText } from '../schedule/repeat-text.ts';
import type { Translator } from '../app/translator.svelte.ts';

type Worded = Exclude<CommandAnswer, { kind: 'plan' }>;

const mostConflicts = 20;
const moment = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;

/** The answer of a command, as Markdown in the reader's language. */
export function answerText(answer: Worded, words: Translator, now: Date): string {
  const { t, tDynamic } = words;
  const when = (text: string): string => writeMoment(text, words, now);
  switch (answer.kind) {
    case 'sentence': {
      const params = Object.entries(answer.params).map(([name, value]) => [
        name,
        moment.test(value) ? when(value) : name === 'repeat' ? repeatText(value, words) : plainMarkdown(value),
      ]);
      return tDynamic(`commands.${answer.code}`, Object.fromEntries(params) as Record<string, string>);
    }
    case 'todos':
      return list(t('commands.todos'), answer.todos.map(todoLine(when)));
    case 'entries':
      return list(t('commands.entries'), answer.entries.map(entryLine(when, words)));
    case 'agenda':
      return [
        list(agendaTitle(answer, when, words), [
          ...answer.entries.map(entryLine(when, words)),
          ...answer.todos.map(todoLine(when)),
        ]),
        ...conflictLines(answer, when, words),
      ].join('\n\n');
  }
}

const list = (title: string, lines: readonly string[]): string => `**${title}**\n\n${lines.join('\n')}`;

const todoLine = (when: (text: string) => string) => (todo: Todo) =>
  `- [${todo.done ? 'x' : ' '}] ${plainMarkdown(todo.title)}${todo.due === null ? '' : ` · ${when(todo.due)}`}`;

const entryLine = (when: (text: string) => string, words: Translator) => (entry: CalendarEntry) => {
  const last = entry.all_day && entry.end === entry.start ? '' : ` – ${when(entry.end)}`;
  const line = `${when(entry.start)}${last}: ${plainMarkdown(entry.title)}`;
  if (entry.repeat === null) return `- ${line}`;
  return `- ${words.t('commands.entry_repeats', { entry: line, repeat: repeatText(entry.repeat, words) })}`;
};

type Agenda = Extract<CommandAnswer, { kind: 'agenda' }>;

function agendaTitle({ span, from, until }: Agenda, when: (text: string) => string, { t }: Translator): string {
  if (span === 'day') return t('commands.agenda.day', { from: when(from) });
  if (span === 'days') return t('commands.agenda.days', { from: when(from), until: when(until) });
  return t(`commands.agenda.${span}`);
}

/** Returns the conflicts, or a sentence that there are none if several entries were asked for. */
function conflictLines({ conflicts, entries }: Agenda, when: (text: string) => string, { t }: Translator): string[] {
  if (conflicts.length === 0) return entries.length > 1 ? [t('commands.no_conflict')] : [];
  return conflicts.slice(0, mostConflicts).map(({ first, second, start, end }) => {
    const titles = { first: plainMarkdown(first), second: plainMarkdown(second) };
    return t('commands.conflict', { ...titles, start: when(start), end: when(end) });
  });
}

/** A date, or an instant as date and time, in the reader's time zone. */
function writeMoment(text: string, words: Translator, now: Date): string {
  return text.includes('T') ? `${words.day(text, now)} ${words.clock(text)}` : words.day(`${text}T12:00:00`, now);
}

/** Text escaped so that Markdown shows it unchanged. */
export function plainMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&').replace(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, '$1\\$2');
}
