import type { WrittenRowRecord } from '../tool-result.ts';

/** Where a write goes; null is any store, as for a reminder, which may be a to-do or an entry. */
export type WriteTarget = WrittenRowRecord['store'] | null;

/**
 * A pattern of a clause or of a part of it, and the store that it names; its group `file` is the file to be written.
 */
export interface ClausePattern {
  pattern: RegExp;
  store: WriteTarget;
}

/**
 * How one language asks for a write. A clause such as “Add milk to the to-do list” has a verb (add), an object (milk)
 * and a place (to the to-do list). It is asked, in this order: is it one of `noWrite`? of `forms`? Does it name one of
 * `things` in its place, or anywhere if it `writes`? Is it one of `files`? Is it what a `tool` is to do?
 */
export interface WriteRequestGrammar {
  /** Matches a clause that writes nothing, whatever it names. */
  noWrite: RegExp;
  /** Clauses that call for a write by their form. */
  forms: readonly ClausePattern[];
  /** Matches a clause that begins with a verb of writing: it calls for a write if it names a thing. */
  writes: RegExp;
  /** Patterns of clauses that say where to put something, as the group `place`. */
  places: readonly RegExp[];
  /** The word for “to” in this language, put before such a place. */
  to: string;
  /** What names a store or a file. */
  things: readonly ClausePattern[];
  /** Clauses that begin with a verb of writing and name a file. */
  files: readonly ClausePattern[];
  /** Matches a tool as the means of what follows; its group `tool` is the name. */
  tool: RegExp;
  /** Matches what such a tool is to do if that is a write to its store. */
  toolWrites: RegExp;
  /** Matches a clause that calls for a program: what the program is to write is no write of the step. */
  program: RegExp;
  /** Matches a clause whose object is the program that an earlier one called for. */
  ofProgram: RegExp;
}

const openingMark = /["'“‘`《「]/.source;
export const closingMarkPattern = /["'”’`》」]/.source;
const extension = 'md|markdown|txt|csv|tsv|json|html?|ics|svg|png|ya?ml|xml|docx?|xlsx?|pdf|js|py';
/** A file name with its path. */
export const fileNamePattern = String.raw`${openingMark}?(?<file>[\p{L}\d_./-]+\.(?:${extension})\b)`;
/** A file name at the end of a text, or before a mark or these words; before a noun it would only qualify the noun. */
export const fileNamePatternBefore = (words: string): string =>
  String.raw`${fileNamePattern}${closingMarkPattern}*(?=\s*(?:$|[^\p{L}\p{N}\s-]|${words}))`;
