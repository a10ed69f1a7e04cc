import { englishClauseOpening } from '../clauses.ts';
import {
  fileNamePattern,
  fileNamePatternBefore,
  type WriteRequestGrammar,
  type ClausePattern,
  type WriteTarget,
} from './grammar.ts';

// Words are patterns: “|” stands between those that count alike.

// ---- Verbs: a new one belongs to the kind of which the examples are true.

/** “Log in to the calendar” and “Log files show the errors” log nothing. */
const log = String.raw`log(?!\s+(?:in|on|out|into|onto|files?)\b)`;
/** “Add up the hours in the calendar” adds nothing to it. */
const add = String.raw`add(?!\s+(?:up|together)\b)`;
/** Write what a store then has: “Enter the dentist in the calendar”, “Add milk and bread to the to-do list”. */
const adding = `${add}|enter|insert|append|save|store|schedule|set|move|record|${log}`;
/** Write wherever a store is named: “Mark the to-do as done”. */
const writing = `${adding}|write|create|update|delete|remove|mark`;
/** Write only with a file as the object or the place: “Generate report.md”, “Compile the findings into report.md”. */
const making = 'make|generate|produce|build|draft|compile|create';
/** Write only with a file as the place: “Collect the prices into prices.csv”. */
const gathering = 'prepare|collect|gather|extract|organi[sz]e|summari[sz]e|turn';
/** Write only into or as a file: “Translate chapter-02.md into kapitel-02.md”, “Join the parts as story.docx”. */
const turning = 'translate|join|combine|merge|assemble';
/** Write only with a store or a file as the place: “Put milk on the to-do list”. */
const putting = 'put|place|book|block';

// ---- Words around a thing.

const articles = String.raw`(?:(?:the|an?|my|our|your|this|one|two|three|\d+|another|new|single|separate|short|markdown|text|csv|html|json|file)\s+)*`;
/** Up to so many words, none of them among the words in `not`. */
const upTo = (most: number, not?: string): string =>
  String.raw`(?:${not === undefined ? '' : String.raw`(?!(?:${not})\b)`}[\w'’+#-]+\s+){0,${most}}`;
/** Words that begin another part of the clause than its object. */
const preposition = 'of|from|about|in|on|for|with|to';
/**
 * Matches the end of a thing's name: before another noun it only qualifies that, as in “file categories”; a list counts
 * as a thing.
 */
const end = String.raw`(?=\s*(?:$|[^\p{L}\s-]|(?:lists?(?!\s+(?:apps?|components?|pages?|templates?)\b)|named|called|titled|with|of|for|in|into|to|from|as|that|which|about|on|at|by|under|due|each|saying)\b))`;

// ---- Things.

const todo = String.raw`to-?do(?:s|\s+(?:items?|tasks?|entr(?:y|ies)))?`;
const entry = String.raw`calendar\s+(?:events?|entr(?:y|ies)|items?|appointments?|blocks?)`;
const meeting =
  'calls?|meetings?|visits?|lunch|dinner|breakfast|sessions?|reviews?|interviews?|check-?ins?|follow-?ups?|workouts?|lessons?|time';
const table = String.raw`(?:csv|tsv|xlsx)(?:\s+files?)?`;
/** “Generate a file list” writes no file. */
const someFile = String.raw`files?(?!\s+lists?\b)`;
/** “Create notes.md in the answer” and “Write index.html feedback” write no file. */
const file = fileNamePatternBefore(String.raw`(?:with|containing|including|for|using|in\s+the\s+end)\b`);

/** “Write a summary of the calendar” and “Write a letter to confirm the appointment” are only about a thing. */
const about = [
  String.raw`^\W*(?:please\s+)?(?:write|create|save|store|add|insert|append|record|log|enter|set)\b.*`,
  String.raw`\b(?:of|about|from|for|with|how|that|which|to\s+(?!(?:the|my|our|your|an?|this|one|new)\b)[\w-]+)\s+`,
  upTo(3, 'in|into|to|on|onto|as|under'),
].join('');
/** “Write a blog entry about Rome” and “Add an entry for each kettle to the table” are of no calendar. */
const otherEntry = 'blog|diary|journal|log|wiki|data|dictionary|contest|duplicate';
const otherEntries = 'tables?|spreadsheet|glossary|index|matrix|bibliography';

const thing = (names: string, store: WriteTarget): ClausePattern => ({
  pattern: new RegExp(String.raw`\b(?=(?:${names})${end})(?<!${about})`, 'iu'),
  store,
});
const things: readonly ClausePattern[] = [
  thing(todo, 'todos'),
  thing(String.raw`(?<=\b(?:to|on|onto|in|into)\s+(?:the|my|our|your)\s+)task\s+list`, 'todos'),
  thing(`${entry}|calendars?|appointments?`, 'entries'),
  thing(String.raw`(?<!\b(?:${otherEntry}) )entr(?:y|ies)(?!.*\b(?:${otherEntries})\b)`, 'entries'),
  thing('reminders?', null),
  // But not: Create a checklist of what to file.
  thing(String.raw`(?<!\bto\s+)${someFile}`, 'files'),
  // But not: Write a story in memory of Anna.
  thing(String.raw`memory(?! of\b)`, 'notes'),
  // As a place only: Put the summary in “report.md”.
  { pattern: new RegExp(String.raw`^(?:to|into|as)\s+${articles}${file}`, 'iu'), store: 'files' },
];

// ---- Places: a preposition and a thing, after the object.

/** “Add links to index.html” and “Make it as short as old.md” tell no place. */
const notPlaceAfter = String.raw`links?|referenc\w+|refer\w*|pointers?|answers?|repl(?:y|ies)|respon\w+|reactions?|feedback|changes?|edits?|corrections?|objections?|introductions?|guides?|alternatives?|addition|sequel|compar\w+|similar\w*|relat\w+|relevan\w+|accord\w+|contrast|equal|identical|close|next|due|regard|respect|such|well|far|as\s+[\w-]+`;
const placeAfter = (prepositions: string): string => String.raw`(?<!\b(?:${notPlaceAfter})\s+)\b(?:${prepositions})`;
/** The verbs that write into a file, with the prepositions before its name: “Save the table as costs.csv”. */
const intoFile: readonly (readonly [verbs: string, into: string])[] = [
  ['save|store|append|export|log|record|enter|insert|move', placeAfter('to|into|as')],
  ['write|add|convert|output', placeAfter('to|into|as')],
  [making, `(?:into|${placeAfter('as')})`],
  [gathering, 'into'],
  [turning, `(?:into|${placeAfter('as')})`],
];
/** What such a place may follow: not “how it relates to plan.md”, nor “the changes from draft.md to final.md”. */
const objectBefore = String.raw`(?:(?!\b(?:how|what|why|where|which|that|who|when|whether|same)\b|\bfrom\s+\S+\.\w+\W?\s+to\b).)*?`;

const places = [
  // Put milk on the to-do list. But not: Put together what the calendar says.
  [String.raw`(?:${putting}|insert)(?!\s+together\b)`, 'in|into|on|onto|to|under'],
  // Note the milk as a todo. But not: Note the gaps in the calendar.
  ['note', 'into|as|under'],
].map(
  ([verbs, prepositions]) =>
    new RegExp(String.raw`${englishClauseOpening}${verbs}\s.*?(?<![\w-])(?:${prepositions})\s+(?<place>.*)`, 'iu'),
);

// ---- Forms of clauses: a verb, and its object or its place.

const clause = (verbs: string, rest: string, store: WriteTarget): ClausePattern => ({
  pattern: new RegExp(String.raw`${englishClauseOpening}(?:${verbs})\s+${rest}`, 'iu'),
  store,
});
const object = (name: string): string => articles + name;
const place = (prepositions: string, name: string): string => String.raw`.*\b(?:${prepositions})\s+${name}`;

/** A to-do whose title follows without a mark, but no “Todo App”. Capitals count. */
const titledTodo = [
  String.raw`^\W{0,4}(?:\d{1,3}[.)]\s*)?(?:[Pp]lease\s+)?(?:[Aa]dd|[Cc]reate|[Mm]ake)\s+(?:(?:an?|the|one)\s+)?(?:new\s+)?`,
  String.raw`[Tt]o-?do(?:\s+(?:item|task))?\s+`,
  String.raw`(?!(?:Apps?|Applications?|Components?|Lists?|Pages?|API|Features?|Models?|Managers?)\b)\p{Lu}`,
].join('');
/** An event of the calendar has a time: not “Create an event plan”, nor “Create an event on Saturday in the story”. */
const event = [
  String.raw`events?\s*(?:\s(?:on|at|for|named|called|titled)\b|[“"])`,
  String.raw`(?!.*\b(?:to|in|into)\s+(?:the|my|our|your|an?|this)\s+(?!calendar|morning|afternoon|evening))`,
  String.raw`.*\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|\d{1,2}\s*(?:[ap]m\b|:\d\d))`,
].join('');

const forms: readonly ClausePattern[] = [
  // Add a to-do Buy milk.
  { pattern: new RegExp(titledTodo, 'u'), store: 'todos' },
  // Remember that Anna is allergic to nuts. But not: Remember to bring water (advice), or where it is (a thought).
  clause('remember', String.raw`(?!(?:to|where|when|how|what|who|why|which)\b)`, 'notes'),
  // Remind me to send the report.
  clause('remind', String.raw`me\b`, null),
  // Schedule the weekly team meeting on Friday. But not: Schedule call logs.
  clause('schedule', `${upTo(3)}(?:${meeting})${end}`, 'entries'),
  // Make a to-do for the kettle. But not: Make a to-do list.
  clause(String.raw`make|set\s+up`, object(String.raw`${todo}(?!\s+lists?\b)${end}`), 'todos'),
  // Make a calendar entry for Monday.
  clause(String.raw`make|set\s+up|book`, object(entry + end), 'entries'),
  // Create an event on Friday at 10.
  clause(String.raw`add|create|insert|schedule|set\s+up`, object(event), 'entries'),
  // Generate report.md with the comparison.
  clause('make|generate|produce|draft', object(file), 'files'),
  // Summarize the pages into report.md.
  ...intoFile.map(([verbs, into]) => clause(verbs, String.raw`${objectBefore}\b${into}\s+${object(file)}`, 'files')),
  // Create a report named report.md. But not: Write a summary of the file called report.md.
  clause(`${writing}|${making}`, object(String.raw`${upTo(3, preposition)}(?:named|called)\s+${file}`), 'files'),
  // Produce a CSV file with the prices.
  clause('make|generate|produce|export|create|write|save', object(`(?:${table}|${someFile})${end}`), 'files'),
  // Save the prices as CSV.
  clause('save|store|export', place('to|into|as', object(table + end)), 'files'),
  // Save the prices to file.
  clause('save|store|export', place('to|into|as', String.raw`file\W*$`), 'files'),
  // Save the report to a new text file.
  clause(
    'save|store|export|write',
    place('to|into|as', String.raw`(?:an?|the|my|one|new)\s+${upTo(2)}${someFile}${end}`),
    'files',
  ),
];

const files: readonly ClausePattern[] = [
  // Create hours.md.
  clause('save|store|write|create|add', object(file), 'files'),
  // Write chapter 2 in chapter-02.md. But not: Write a summary of the facts in notes.md.
  clause(
    'write',
    String.raw`${upTo(5, `${preposition}|what|which|that|how|where|who`)}(?<!\b(?:\w+(?:ed|en|wn)|found)\s+)in\s+${file}`,
    'files',
  ),
  // Update hours.md to the new times.
  clause('update|delete|remove', object(fileNamePattern), 'files'),
  // Save the packing list in packing.md. But not: Record the prices listed in costs.csv.
  clause(
    `save|store|record|${log}|update`,
    String.raw`${objectBefore}(?<!\b\w+(?:ed|en|wn)\s+)\bin\s+${file}`,
    'files',
  ),
];

// ---- Exceptions and tools.

/** “Add a reminder to the answer”: the answer is no store. */
const intoAnswer = String.raw`\b(?:to|into|in)\s+(?:the|my|your|an?|this)\s+(?:[\w-]+\s+)?(?:answer|reply|response|summary|draft|article|essay|table|paragraph|list of \w+)\W*$`;
/** “Use the todo tool to create a list of open to-dos”: the tool only helps with a text. */
const textByTool = 'overviews?|summar(?:y|ies)|lists?|answers?|tables?|reports?|time';
/** “Write a Python script that saves the log to out.txt”: the script writes, not the step. */
const programVerb = 'write|create|make|generate|build|draft|develop|produce|implement|give|show|code|prepare';
const program = String.raw`(?:scripts?|programs?|functions?|code|commands?|macros?|quer(?:y|ies)|apps?|methods?)\b(?!\.\w)`;

export const englishGrammar: WriteRequestGrammar = {
  noWrite: new RegExp(intoAnswer, 'i'),
  forms,
  writes: new RegExp(String.raw`${englishClauseOpening}(?:${writing})\b`, 'iu'),
  places,
  to: 'to ',
  things,
  files,
  tool: new RegExp(
    String.raw`${englishClauseOpening}(?:use|call|invoke|run)\s+(?:the\s+)?(?<tool>to-?dos?|files?|calendar|schedule|memory)(?:\s+tool)?\s+(?:to|and)\s+`,
    'iu',
  ),
  toolWrites: new RegExp(
    String.raw`${englishClauseOpening}(?:${add}|enter|insert|append|save|store|schedule|delete|remove)\s+(?!${upTo(2)}(?:${textByTool})\b)`,
    'iu',
  ),
  program: new RegExp(
    String.raw`${englishClauseOpening}(?:${programVerb})\s+(?:me\s+)?${upTo(4, `${preposition}|named|called`)}${program}`,
    'iu',
  ),
  // Save it as backup.py.
  ofProgram: /^\s*(?:[a-z]+\s+)?(?:it|this|(?:the|this)\s+(?:script|program|function|code))\b/i,
};

// ---- Lists: “Add milk and bread to the to-do list” falls apart into clauses, and only the last one names the place.

const listStore = String.raw`${articles}(?:${todo}|task\s+list|calendar)${end}`;
const lists = [
  // Add milk and bread on the to-do list.
  [`${adding}|${putting}`, String.raw`\b(?:on|in|as)\s+${listStore}`] as const,
  // Write the flight and the hotel to my calendar.
  [
    `${writing}|put|place|${making}|${gathering}|${turning}|export`,
    String.raw`${placeAfter('to|into|onto')}\s+${listStore}`,
  ] as const,
  // Save name, price and capacity of each kettle to kettles.csv.
  ...intoFile.map(([verbs, into]) => [verbs, String.raw`\b${into}\s+${object(file)}`] as const),
].map(([verbs, to]) => ({
  verb: new RegExp(String.raw`${englishClauseOpening}(?:${verbs})\b`, 'i'),
  place: new RegExp(`${to}.*`, 'iu'),
}));
/** Words that begin another action than writing the list. */
const otherAction =
  /\bthen\b|^\W*(?:ask|book|call|apply|check|choose|compare|convert|find|get|give|go|link|look|make|match|open|pick|pull|read|refer|relate|reply|respond|review|search|see|send|show|sort|talk|tell|turn|use|visit|wait)\b/i;

/** Returns the place that a list of things in a sentence is to be written to, if it names one. */
export function placeOfList(sentence: string): string[] {
  const [first = '', ...rest] = sentence.split(/[,:]|\band\b/i);
  const until = rest.findIndex((part) => otherAction.test(part));
  const possible = lists.filter(({ verb }) => verb.test(first));
  return (until < 0 ? rest : rest.slice(0, until))
    .flatMap((part) => possible.flatMap((list) => list.place.exec(part)?.[0] ?? []))
    .slice(0, 1);
}
