import type { CommandAnswer } from '../commands/command-answer.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import type { Todo } from '../domain/todo.ts';
import { plainMarkdown } from './plain-markdown.ts';
import type { Words } from './words.svelte.ts';

type Worded = Exclude<CommandAnswer, { kind: 'plan' }>;

const moment = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;

/** What a command answered, as Markdown in the reader's language. */
export function answerText(answer: Worded, words: Words, now: Date): string {
  const { t, say } = words;
  const when = (text: string): string => writeMoment(text, words, now);
  switch (answer.kind) {
    case 'sentence': {
      const params = Object.entries(answer.params).map(([name, value]) => [
        name,
        moment.test(value) ? when(value) : plainMarkdown(value),
      ]);
      return say(`commands.${answer.code}`, Object.fromEntries(params) as Record<string, string>);
    }
    case 'todos':
      return list(t('commands.todos'), answer.todos.map(todoLine(when)));
    case 'entries':
      return list(t('commands.entries'), answer.entries.map(entryLine(when)));
    case 'agenda':
      return list(t(`commands.agenda.${answer.span}`), [
        ...answer.entries.map(entryLine(when)),
        ...answer.todos.map(todoLine(when)),
      ]);
  }
}

const list = (title: string, lines: readonly string[]): string => `**${title}**\n\n${lines.join('\n')}`;

const todoLine = (when: (text: string) => string) => (todo: Todo) =>
  `- [${todo.done ? 'x' : ' '}] ${plainMarkdown(todo.title)}${todo.due === null ? '' : ` · ${when(todo.due)}`}`;

const entryLine = (when: (text: string) => string) => (entry: CalendarEntry) => {
  const last = entry.all_day && entry.end === entry.start ? '' : ` – ${when(entry.end)}`;
  return `- ${when(entry.start)}${last}: ${plainMarkdown(entry.title)}`;
};

/** A date, or an instant as date and time, in the reader's own time. */
function writeMoment(text: string, words: Words, now: Date): string {
  return text.includes('T') ? `${words.day(text, now)} ${words.clock(text)}` : words.day(`${text}T12:00:00`, now);
}
