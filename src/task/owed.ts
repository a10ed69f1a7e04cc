import type { ToolError, WrittenRowRecord } from './tool-result.ts';
import type { Step } from '../plan/step.ts';
import { clausesOfDescription, unconditionalSentences } from './clauses.ts';
import { chineseGrammar } from './owed/chinese.ts';
import { englishGrammar, placeOfList } from './owed/english.ts';
import type { WriteRequestGrammar, ClausePattern, WriteTarget } from './owed/grammar.ts';
import { originalOf, simplified } from '../values/simplified-chinese.ts';

type Write = { kind: 'write'; store: WriteTarget; file?: string };

/**
 * What a step must have done before it may end as done; `store` is the target of the write, null if any will do; `file`
 * the name of the file to be written, if the step names one.
 */
export type RequiredWork = { kind: 'nothing' | 'act' } | Write;

/** The part of the tool registry that is needed here. */
interface Registry {
  nameOf(tool: string): string | null;
  reads(tool: string, input: unknown): boolean;
  check(tool: string, input: unknown): { ok: true } | { ok: false; result: { failure: ToolError | null } };
}

const nothing: RequiredWork = { kind: 'nothing' };

const stores: Partial<Record<string, WrittenRowRecord['store']>> = {
  todo: 'todos',
  schedule: 'entries',
  files: 'files',
  chart: 'files',
  memory: 'notes',
};

/**
 * What a step must do: a write or a call according to its predefined call, a write if its description clearly asks for
 * one, otherwise nothing. A step with a sub-plan owes nothing beyond that plan.
 */
export function requiredWork(
  { description, tool, parameters, plan }: Pick<Step, 'description' | 'tool' | 'parameters' | 'plan'>,
  registry: Registry,
): RequiredWork {
  if (plan !== undefined) return nothing;
  const writeInDescription = writeIn(description);
  if (tool === undefined) return writeInDescription ?? nothing;
  const checkedCall = registry.check(tool, parameters ?? {});
  if (parameters !== undefined && checkedCall.ok)
    return registry.reads(tool, parameters)
      ? { kind: 'act' }
      : { kind: 'write', store: stores[registry.nameOf(tool) ?? tool] ?? null };
  const isUnknown = !checkedCall.ok && checkedCall.result.failure?.code === 'unknown_tool';
  return writeInDescription ?? (isUnknown ? nothing : { kind: 'act' });
}

/** The largest number of characters of a sentence that is looked at. */
const longest = 1000;
const languages = [englishGrammar, chineseGrammar];
const forms = languages.flatMap((each) => each.forms);
const things = languages.flatMap((each) => each.things);
const files = languages.flatMap((each) => each.files);

/** The write that a step's description asks for, with the name of its file as it stands there. */
function writeIn(description: string): Write | null {
  const write = writeInSimplified(simplified(description));
  return write?.file === undefined ? write : { ...write, file: originalOf(write.file, description) };
}

/** The first write that a clause calls for, or a list of things. */
function writeInSimplified(description: string): Write | null {
  const spaced = description.replace(/[^\S\n]+/g, ' ');
  const clauses = clausesOfDescription(spaced).filter(({ length }) => length <= longest);
  const program = clauses.findIndex((clause) => languages.some((each) => each.program.test(clause)));
  for (const [at, clause] of clauses.entries()) {
    const write = at === program ? null : writeInClause(clause);
    const isByProgram = program >= 0 && at > program && !languages.some((each) => each.ofProgram.test(clause));
    if (write && !(isByProgram && write.store === 'files')) return write;
  }
  if (program >= 0) return null;
  const sentences = unconditionalSentences(spaced).filter(({ length }) => length <= longest);
  return writeBy(things, sentences.flatMap(placeOfList));
}

/** The write that one clause asks for; see `WriteRequestGrammar` for what is asked in which order. */
function writeInClause(whole: string): Write | null {
  const clause = languages.reduce((text, { tool }) => text.replace(tool, ''), whole);
  if (languages.some(({ noWrite }) => noWrite.test(clause))) return null;
  return (
    writeBy(forms, [clause]) ??
    writeBy(
      things,
      languages.flatMap((each) => placesIn(clause, each)),
    ) ??
    writeBy(things, languages.some(({ writes }) => writes.test(clause)) ? [clause] : []) ??
    writeBy(files, [clause]) ??
    writeByTool(whole, clause)
  );
}

/** Returns where a clause says to put something, each as a text such as “to the to-do list”. */
const placesIn = (clause: string, { places, to }: WriteRequestGrammar): string[] =>
  places.flatMap((pattern) => pattern.exec(clause)?.groups?.['place'] ?? []).map((place) => to + place);

/** The write that the tool is to make that a clause names as its means, as in “Use the todo tool to add milk”. */
function writeByTool(whole: string, clause: string): Write | null {
  if (!languages.some(({ toolWrites }) => toolWrites.test(clause))) return null;
  const names = languages.flatMap(({ tool }) => tool.exec(whole)?.groups?.['tool'] ?? []);
  return writeBy(
    things,
    names.map((name) => name.replace(/schedule/i, 'calendar')),
  );
}

/** The write that the first of the texts is read as that is read as one. */
function writeBy(readings: readonly ClausePattern[], texts: readonly string[]): Write | null {
  for (const text of texts)
    for (const { pattern, store } of readings) {
      const writeMatch = pattern.exec(text);
      const file = writeMatch?.groups?.['file']?.replace(/^.*\//, '');
      if (writeMatch) return { kind: 'write', store, ...(file !== undefined && { file }) };
    }
  return null;
}
