import type { CommandAnswer } from '../../commands/command-answer.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { isPastDue, type Todo } from '../../records/todo.ts';
import { recurrenceText } from '../schedule/repeat-text.ts';
import { reminderText } from '../schedule/schedule-text.ts';
import { joinSentences } from '../kit/join-items.ts';
import type { Translator } from '../app/translator.svelte.ts';

type Worded = Exclude<CommandAnswer, { kind: 'plan' }>;

const mostConflicts = 20;
const moment = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;

/** The answer of a command, as Markdown in the reader's language and time zone. */
export function commandAnswerText(answer: Worded, words: Translator, now: Date, zone: string): string {
  const { t, tDynamic } = words;
  const when = (text: string): string => writeMoment(text, words, now);
  const todoText = ({ title, due }: Todo): string => {
    if (due === null) return escapeMarkdown(title);
    const late = isPastDue(due, now.getTime(), zone);
    return `${escapeMarkdown(title)} · ${late ? t('todo.overdue', { due: when(due) }) : when(due)}`;
  };
  switch (answer.kind) {
    case 'sentence': {
      const params = Object.entries(answer.params).map(([name, value]) => [
        name,
        moment.test(value) ? when(value) : name === 'repeat' ? recurrenceText(value, words) : escapeMarkdown(value),
      ]);
      const { start, end } = answer.params;
      const span = start === undefined || end === undefined ? {} : { when: spanText(start, end, words, now) };
      const text = tDynamic(`commands.${answer.code}`, { ...Object.fromEntries(params), ...span } as Record<
        string,
        string
      >);
      const { reminder } = answer;
      const more = [
        reminder === undefined ? '' : t('commands.entry_reminder', { time: reminderText(reminder, words) }),
        answer.past ? t('commands.entry_past') : '',
      ].filter(Boolean);
      return more.length > 0 ? joinSentences([text, ...more], words) : text;
    }
    case 'todo_added':
      return addedText(answer, when, words);
    case 'todos':
      return list(
        t('commands.todos'),
        answer.todos.map((todo) => `- ${todoText(todo)}`),
      );
    case 'entries':
      return list(
        t('commands.entries'),
        answer.entries.map((entry) => `- ${entryText(entry, words, now)}`),
      );
    case 'agenda':
      return [
        list(agendaTitle(answer, when, words), [
          ...answer.entries.map((entry) => `- ${entryText(entry, words, now)}`),
          ...answer.plans.map((plan) => `- ${t('commands.agenda.plan', { plan: entryText(plan, words, now) })}`),
          ...answer.todos.map((todo) => `- ${t('commands.agenda.todo', { todo: todoText(todo) })}`),
        ]),
        ...conflictLines(answer, words, now),
      ].join('\n\n');
  }
}

const list = (title: string, lines: readonly string[]): string => `**${title}**\n\n${lines.join('\n')}`;

/**
 * Returns the text about an added to-do: its title, what else was understood, and, if the typed text named a
 * repetition, the command that repeats it.
 */
function addedText(
  { todo, again }: Extract<Worded, { kind: 'todo_added' }>,
  when: (text: string) => string,
  words: Translator,
): string {
  const { t } = words;
  const { due, priority, tags } = todo;
  const title = escapeMarkdown(todo.title);
  const facts = [
    due === null ? '' : t('commands.todo_due', { due: when(due) }),
    priority === 'normal' ? '' : t(`commands.todo_priority.${priority}`),
    tags.map((tag) => escapeMarkdown(`#${tag}`)).join(' '),
  ].filter(Boolean);
  const sentences = [
    facts.length === 0
      ? t('commands.todo_added', { title })
      : t('commands.todo_added_with', { title, facts: facts.join(t('commands.todo_between')) }),
    again === null ? '' : t('commands.todo_once', { command: escapeMarkdown(`/schedule ${again}`) }),
  ];
  return joinSentences(sentences, words);
}

function entryText({ start, end, title, repeat }: CalendarEntry, words: Translator, now: Date): string {
  const entry = words.t('text.pair', { name: spanText(start, end, words, now), text: escapeMarkdown(title) });
  return repeat === null ? entry : words.t('commands.entry_repeats', { entry, repeat: recurrenceText(repeat, words) });
}

type Agenda = Extract<CommandAnswer, { kind: 'agenda' }>;

function agendaTitle({ span, from, until }: Agenda, when: (text: string) => string, { t }: Translator): string {
  if (span === 'day') return t('commands.agenda.day', { from: when(from) });
  if (span === 'days') return t('commands.agenda.days', { from: when(from), until: when(until) });
  return t(`commands.agenda.${span}`);
}

/**
 * Returns a line for each group of overlapping entries. If nothing overlaps, returns one sentence that says so, or
 * nothing if there is at most one entry.
 */
function conflictLines({ conflicts, entries }: Agenda, words: Translator, now: Date): string[] {
  const { t } = words;
  if (conflicts.length === 0) return entries.length > 1 ? [t('commands.no_conflict')] : [];
  return conflicts.slice(0, mostConflicts).map(({ titles, start, end }) => {
    const counts = new Map<string, number>();
    for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
    const quotedTitles = [...counts].map(([text, n]) => {
      const title = escapeMarkdown(text);
      return n === 1 ? t('schedule.quoted', { title }) : t('commands.conflict_several', { title, n });
    });
    return t('commands.conflict', {
      titles: new Intl.ListFormat(words.locale, { type: 'conjunction' }).format(quotedTitles),
      when: spanText(start, end, words, now),
    });
  });
}

/**
 * Returns a span of days or instants as text; if an instant's span begins and ends on the same day, the day is written
 * only once.
 */
function spanText(start: string, end: string, words: Translator, now: Date): string {
  const [first, last] = [writeMoment(start, words, now), writeMoment(end, words, now)];
  if (first === last) return first;
  const sameDay = start.includes('T') && words.day(start, now) === words.day(end, now);
  return words.t('commands.span', { start: first, end: sameDay ? words.clock(end) : last });
}

/** Returns a date, or an instant as date and time, in the reader's time zone. */
function writeMoment(text: string, words: Translator, now: Date): string {
  return text.includes('T') ? `${words.day(text, now)} ${words.clock(text)}` : words.day(`${text}T12:00:00`, now);
}

/** Text escaped so that Markdown shows it unchanged. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&').replace(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, '$1\\$2');
}
