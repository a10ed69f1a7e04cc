import { isRecord } from '../values/json.ts';
import { escapeForRegExp } from '../values/escaped-pattern.ts';
import type { CallTurn, StepRound } from './transcript.ts';

/** Cairn's own tools whose calls name what they write, and the fields that do. */
const naming: Readonly<Record<string, readonly string[]>> = {
  todo: ['title'],
  schedule: ['title'],
  files: ['name'],
  compute: ['save_as'],
  chart: ['name', 'title'],
  memory: ['title', 'text'],
};
/** Fields with which a call that gives another name writes the same. */
const contents = ['content', 'text', 'code'];
/** The shortest content that two different things hardly share, and the shortest word that may be misspelt. */
const [leastContent, leastWord] = [12, 5];

/**
 * Returns the writes that failed and that nothing has made good, the last one of those about the same thing. A call
 * that names what it writes is made good by a later write about the same thing, any other by a write in a later reply.
 * A denial is no such failure, nor is the deletion of what is not there once a later reply writes; the call of a tool
 * that does not exist counts unless a later call succeeded.
 */
export function unrecoveredFailedWrites(turns: readonly StepRound[], calls: readonly CallTurn[]): CallTurn[] {
  const writes = calls.filter(({ reads }) => !reads);
  const successfulWrites = writes.filter(({ result }) => result.ok);
  const reply = turns.findLast(({ kind, n }) => kind === 'thought' && n < (successfulWrites.at(-1)?.n ?? 0))?.n ?? 0;
  const lastSuccess = calls.findLast(({ result }) => result.ok)?.n ?? 0;
  const lostWrites = writes.filter((call) => {
    const { failure } = call.result;
    if (failure === null || failure.code === 'denied') return false;
    if (failure.code === 'unknown_tool') return call.n > reply && call.n > lastSuccess;
    const removes = /^(?:delete|forget)$/.test(text(call, 'action'));
    if ((failure.code === 'not_found' && removes) || !namesThing(call)) return call.n > reply;
    return !successfulWrites.some((later) => later.n > call.n && isAboutSame(call, later));
  });
  const lastLostWrites = lostWrites.filter(
    (call, at) => !lostWrites.slice(at + 1).some((later) => isAboutSame(call, later)),
  );
  return withoutReplacedFiles(turns, writes, lastLostWrites);
}

/** The endings of files that serve in place of the one that a refusal proposes. */
const endingsInPlaceOf: Readonly<Record<string, readonly string[]>> = {
  md: ['md', 'markdown', 'html', 'htm', 'txt'],
  csv: ['csv', 'tsv'],
};

/**
 * The lost writes without those of files that cannot be written, such as those of Word, in whose place a later reply
 * wrote a file of the kind that the refusal proposes: each by one file that no other failed write was about.
 */
function withoutReplacedFiles(
  turns: readonly StepRound[],
  writes: readonly CallTurn[],
  lostWrites: readonly CallTurn[],
): CallTurn[] {
  const failedWrites = writes.filter(({ result }) => !result.ok);
  const replacements = new Set(
    writes.filter((write) => write.result.ok && !failedWrites.some((failed) => isAboutSame(failed, write))),
  );
  return lostWrites.filter((call) => {
    const proposed = call.result.cause?.failure === 'text_only' && /; take .+\.(\w+)/.exec(call.result.text)?.[1];
    if (!proposed) return true;
    const endings = endingsInPlaceOf[proposed] ?? [proposed];
    const next = turns.find(({ kind, n }) => kind === 'thought' && n > call.n)?.n ?? Infinity;
    const replacement = [...replacements].find(
      (write) =>
        write.n > next &&
        namesOf(write).some((name) => endings.some((each) => name.toLowerCase().endsWith(`.${each}`))),
    );
    return replacement === undefined || !replacements.delete(replacement);
  });
}

const text = ({ action }: CallTurn, field: string): string => {
  const value = isRecord(action.input) ? action.input[field] : undefined;
  return typeof value === 'string' ? value.trim() : '';
};

const namesOf = (call: CallTurn): string[] =>
  (naming[call.action.tool] ?? [])
    .map((field) => text(call, field).split('\n', 1).join())
    .filter((name) => name !== '');

const namesThing = (call: CallTurn): boolean =>
  naming[call.action.tool] !== undefined && (namesOf(call).length > 0 || text(call, 'id') !== '');

/** True if `later` is, or may be, about what `call` was to write; in doubt it is. */
function isAboutSame(call: CallTurn, later: CallTurn): boolean {
  const [id, names] = [text(call, 'id'), namesOf(call)];
  const laterInputValues = isRecord(later.action.input) ? Object.values(later.action.input).flat() : [];
  const laterCallText = [...laterInputValues.map(String), later.result.ok ? later.result.text : ''].join('\n');
  if ([id, ...names].some((name) => name !== '' && mentions(laterCallText, name))) return true;
  if (later.result.written.some((row) => row.id === id)) return true;
  if (later.action.tool !== call.action.tool) return false;
  if (names.length === 0) return call.result.failure?.code === 'not_found' || text(later, 'id') === '';
  const isSameContent = contents.some((field) => {
    const content = text(call, field);
    return content.length >= leastContent && content === text(later, field);
  });
  return isSameContent || names.some((name) => namesOf(later).some((other) => areAlike(name, other)));
}

/**
 * True if a text contains a name that does not end within a word; letters of Chinese follow each other without a space.
 */
const mentions = (all: string, name: string): boolean =>
  new RegExp(
    String.raw`(?<!\p{N}|(?!\p{Script=Han})\p{L})${escapeForRegExp(name)}(?!\p{N}|(?!\p{Script=Han})\p{L})`,
    'iu',
  ).test(all);

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\.\p{L}{1,5}$/u, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** True if one name has all the words of the other, apart from a word that is spelt slightly differently. */
function areAlike(one: string, other: string): boolean {
  const [few = [], many = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  if (few.length === 0) return true;
  const isKnown = (word: string) =>
    many.some(
      (each) => each === word || isMisspelt(each, word) || (/\p{Script=Han}/u.test(word) && isWithin(each, word)),
    );
  return few.every(isKnown);
}

const isWithin = (a: string, b: string): boolean =>
  (a.includes(b) || b.includes(a)) && a.replace(/\P{N}/gu, '') === b.replace(/\P{N}/gu, '');

/** True if one letter of two words is another, is left out, or stands on the other side of its neighbour. */
function isMisspelt(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < leastWord || /\p{N}/u.test(a + b)) return false;
  let [from, until] = [0, 0];
  while (from < a.length && a[from] === b[from]) from += 1;
  while (until < Math.min(a.length, b.length) - from && a.at(-1 - until) === b.at(-1 - until)) until += 1;
  const [differingPart, other] = [a.slice(from, a.length - until), b.slice(from, b.length - until)];
  return (
    Math.max(differingPart.length, other.length) <= 1 ||
    (differingPart.length === 2 && differingPart === `${other[1]}${other[0]}`)
  );
}
