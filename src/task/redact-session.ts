import { builtInCallNames } from './call-details.ts';
import { redactionMark, type RedactablePart, type StoredSessionRow } from './session-rows.ts';
import { collectRedactedTraces, findRedactedFiles, inputNamesFile, type RedactedTraces } from './redacted-texts.ts';
import { codeFieldNamePattern, withoutFileNames, rowsWithoutSiteNames } from './without-names.ts';
import { parseJsonWithExactIntegers, stringifyExactJson } from '../values/exact-json.ts';
import { isRecord, parseJson } from '../values/json.ts';

/**
 * A journal row for sharing: without the reasoning of a reply and without the place where a reply is kept, which are
 * for their own endpoint only.
 */
export function withoutReasoning<Row>(row: Row): Row {
  if (!isRecord(row) || !isRecord(row.body)) return row;
  if (row.body.type === 'reply_pending') return { ...row, body: { ...row.body, pending: null } };
  if (row.body.type !== 'model_reply' || !isRecord(row.body.reply)) return row;
  const { reasoning: _, ...reply } = row.body.reply;
  return { ...row, body: { ...row.body, reply } };
}

/**
 * The rows of a session without the named parts, deleted files, what calls wrote to them or read in them, reasoning,
 * the texts of earlier plans, which hold inputs and results of their calls, and what changed rows were before.
 * Everything else stays unchanged, so that the rows can be restored: left-out text becomes `redactionMark`, left-out arguments become empty, and each
 * left-out file and site gets a substitute name such as `file-1.txt` or `site-1.example`.
 */
export function redactRows(rows: readonly StoredSessionRow[], parts: ReadonlySet<RedactablePart>): StoredSessionRow[] {
  const files = findRedactedFiles(rows, parts.has('files'));
  const redactedTraces = collectRedactedTraces(rows, parts, files);
  const isCopy = parts.has('pages') || parts.has('arguments');
  const own = new Set(rows.filter(isOwnFile).map(({ row }) => idOf(row)));
  const derived = findRedactedFiles(rows, true).rows;
  const isGone = (id: unknown) =>
    files.rows.has(id) || redactedTraces.artifacts.has(id) || (isCopy && !own.has(id) && !derived.has(id));
  const remainingRows = rows.filter(
    ({ table, row }) => !(table === 'files' || table === 'contents') || !isGone(idOf(row)),
  );
  const bare = remainingRows.map(({ table, row }) => ({
    table,
    row:
      table === 'contents'
        ? row
        : changed(withoutReasoning(row), { parts, left: redactedTraces, patches: table === 'versions' }),
  }));
  const rowsWithoutNames = parts.has('files') ? withoutFileNames(bare, rows) : bare;
  return parts.has('sites') ? rowsWithoutSiteNames(rowsWithoutNames, rows) : rowsWithoutNames;
}

const idOf = (row: unknown) => (isRecord(row) ? row.id : undefined);

const isOwnFile = ({ table, row }: StoredSessionRow) => table === 'files' && isRecord(row) && row.kind === 'file';

type Parts = ReadonlySet<RedactablePart>;
type Fields = Record<string, unknown>;

/** What is left out, and if the row may hold patches of values (`task/patch.ts`) in their place. */
interface Change {
  parts: Parts;
  left: RedactedTraces;
  patches: boolean;
}

/** The names of fields that store the arguments of calls and steps. */
const argumentNames = new Set(['input', 'parameters', 'arguments', 'subject']);

/** Fields that only a model is to read again, and that may hold parts of calls and results. */
const leftOutFields = new Set(['earlier_plan', 'last_steps_plan', 'first_words', 'row_before']);

/** The name for all fields of a tool's output, whose own names are none of Cairn's. */
const inOutput = 'in output';

function changed(value: unknown, change: Change, name = ''): unknown {
  const { parts, left } = change;
  if (argumentNames.has(name)) return changedInput(value, change);
  if (typeof value === 'string') return codeFieldNamePattern.test(name) ? value : left.texts.replacedIn(value);
  if (name === 'about') return changed(bareDescription(value, parts), change);
  if (name === 'output' && isLeftOutput(value, change)) return isPatch(value, change) ? { to: null } : null;
  const isOutput = name === 'output' || name === inOutput;
  if (Array.isArray(value)) return value.map((each) => changed(each, change, isOutput ? inOutput : ''));
  if (!isRecord(value)) return value;
  if (isOutput)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, changed(part, change, inOutput)]));
  const fields = Object.entries({ ...value, ...withoutCalls(value, parts) }).flatMap(([key, part]) => {
    if (leftOutFields.has(key)) return [];
    if (key === 'name' && 'arguments' in value) return [[key, part]];
    return [[key, changed(part, change, key === 'to' ? name : key)] as const];
  });
  return { ...Object.fromEntries(fields), ...(left.results.has(value) && bareResult(value, parts)) };
}

/** True for a value, or a patch of one, that a left-out result has; of a nested patch it is not known. */
function isLeftOutput(value: unknown, change: Change): boolean {
  const { outputs } = change.left;
  if (outputs.size === 0) return false;
  if (outputs.has(JSON.stringify(value))) return true;
  return isPatch(value, change) && (!Object.hasOwn(value, 'to') || outputs.has(JSON.stringify(value.to)));
}

const isPatch = (value: unknown, { patches }: Change): value is Fields =>
  patches &&
  isRecord(value) &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => /^(?:to|in|out|rows|order|more)$/.test(key));

/** The result of a call with nothing but its outcome. */
function bareResult(result: Fields, parts: Parts): Fields {
  const { cause } = result;
  const bare = { text: redactionMark, quote: undefined, output: null };
  if (!parts.has('arguments')) return bare;
  return { ...bare, refused: undefined, source: undefined, ...(isRecord(cause) && { cause: { ...cause, name: '' } }) };
}

/**
 * An object with a named field, or a tag that is none of a text's own: models write calls in these, whole or cut off.
 */
const writtenCall =
  /[{[,]\s*["'“]?[\p{L}_][\p{L}\p{N}_.-]*["'”]?\s*:|<\/?(?!(?:br|sub|sup)\b)[A-Za-z_|｜][\w:|｜▁.-]*(?:[ =][^<>]*)?>/u;

/** Fields that hold calls or parts of them within texts, without the left-out parts. */
function withoutCalls(value: Fields, parts: Parts): Fields {
  const { code, params, type, text } = value;
  const isBare = parts.has('arguments');
  if (
    Array.isArray(value.calls) &&
    typeof text === 'string' &&
    (isBare || parts.has('files')) &&
    writtenCall.test(text)
  )
    return { text: redactionMark };
  if (typeof code === 'string' && isRecord(params)) {
    const { call, calls, reason } = params;
    const about = typeof call === 'string' ? parseJson(call) : undefined;
    const more = typeof calls === 'string' ? parseJson(calls) : undefined;
    const why = typeof reason === 'string' ? parseJson(reason) : undefined;
    return {
      params: {
        ...params,
        ...(isBare && type === undefined && redactedFields(params, ['name', 'host', 'quote', 'field', 'value'])),
        ...(isBare && code === 'not_verified' && redactedFields(params, ['detail'])),
        ...(isRecord(about) && { call: JSON.stringify(bareDescription(about, parts)) }),
        ...(Array.isArray(more) && { calls: JSON.stringify(more.map((each) => bareDescription(each, parts))) }),
        ...(isRecord(why) && { reason: JSON.stringify({ ...why, ...withoutCalls(why, parts) }) }),
      },
    };
  }
  if (!isBare) return {};
  return redactedFields(value, value.kind === 'mismatch' ? ['text'] : ['mismatch', 'violation']);
}

const redactedFields = (value: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => value[name]).map((name) => [name, redactionMark]));

/** The description of a call without the left-out parts; the names of a server and its tool are no arguments. */
function bareDescription(about: unknown, parts: Parts): unknown {
  if (!isRecord(about)) return about;
  const { what, name, host, text: _, sets: __, ...rest } = about;
  if (parts.has('arguments')) return what === 'server' || what === 'other' ? { what, name, host } : { what };
  const isOfFile = /^(?:files|chart|compute)\./.test(String(what));
  return parts.has('files') && isOfFile ? { what, name, host, ...rest } : about;
}

/** The arguments of calls and steps, or a patch of them, without the left-out parts. */
function changedInput(value: unknown, change: Change, isInPatch = false): unknown {
  const { parts, left } = change;
  if (parts.has('arguments')) return emptied(value, change);
  if (typeof value === 'string') {
    const input = /^\s*[{[]/.test(value) ? parseJsonWithExactIntegers(value) : undefined;
    if (input !== undefined) return stringifyExactJson(changedInput(input, change));
    const isCut = /^\s*[{[]/.test(value) && (parts.has('files') || left.files.names.size > 0);
    return isCut ? '{}' : left.values.replacedIn(value);
  }
  if (Array.isArray(value)) return value.map((each) => changedInput(each, change));
  if (!isRecord(value)) return value;
  const nameOnlyFields = Object.fromEntries(Object.entries(value).filter(([key]) => nameFields.has(key)));
  const isOfFile = inputNamesFile(nameOnlyFields, left.files) || (isInPatch && left.files.names.size > 0);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (/^(?:action|method)$/.test(key) && isAction(part)) return [key, part];
      const isLeft = (parts.has('files') && key === 'content') || (isOfFile && !nameFields.has(key));
      if (isLeft) return [key, isPatch(part, change) ? { to: redactionMark } : redactionMark];
      return [key, changedInput(part, change, key === 'in' && isPatch(value, change))];
    }),
  );
}

/** The fields of an input that say what is done with which file. */
const nameFields = new Set(['action', 'method', 'tool', 'id', 'name', 'file', 'files', 'save_as']);

const isAction = (value: unknown): value is string =>
  typeof value === 'string' && builtInCallNames().some((name) => name.endsWith(`.${value.toLowerCase()}`));

/**
 * Empty arguments of the same type, with only their action; a patch of arguments (`task/patch.ts`) then sets such ones.
 */
function emptied(value: unknown, change: Change): unknown {
  if (typeof value === 'string') {
    if (!/^\s*[{[]/.test(value)) return redactionMark;
    return JSON.stringify(emptied(parseJson(value) ?? {}, change));
  }
  if (!isRecord(value)) return Array.isArray(value) ? [] : value;
  if (isPatch(value, change)) return { to: emptied(value.to ?? {}, change) };
  const actionFields = ['action', 'method'].map((key) => [key, value[key]] as const);
  return Object.fromEntries(actionFields.filter(([, action]) => isAction(action)));
}
