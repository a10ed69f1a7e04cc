import { isRecord, type Json } from '../values/json.ts';
import { addressesIn } from '../plan/addresses-in.ts';
import type { CallAccess } from '../task/approval.ts';
import {
  personalTextInAddress,
  isWrittenByPerson,
  type ComparedTexts,
  foldedForMatching,
  type FoldedText,
  siteOfAddress,
} from '../task/carried-text.ts';
import type { JournalEntryBody, JournalEntry } from '../task/journal.ts';
import { textsWrittenByPerson } from '../task/texts-written-by-person.ts';
import type { Run } from '../task/run.ts';
import type { SessionJournal } from '../ports/journal.ts';
import type { AgentContext } from './agent-context.ts';
import { isExecutedCall } from './earlier-write-result.ts';

/** The number of the session's latest messages in which the person's words are looked for. */
const mostMessages = 500;

/**
 * Returns, for a call made after text from outside was read, the facts about the address it opens or sends to that
 * decide if the person is asked: if it carries personal text, if the person wrote it, and the page it may come from.
 * Undefined for a call that names no address, such as a search.
 */
export async function addressFactsAfterReading(
  { journal, run: current, toolbox }: AgentContext,
  { rule, subject }: CallAccess,
): Promise<CallAccess['foreign']> {
  const address = /^(?:[A-Z]+ )?(https?:\/\/\S+)(?:\n|$)/.exec(subject)?.[1];
  if ((rule !== 'site' && rule !== 'always_ask') || address === undefined || !URL.canParse(address)) return undefined;
  const run = current();
  const entries = (await journal.effects(`${run.session_id}/`)).sort((a, b) => a.seq - b.seq);
  const messages = (await journal.messages(mostMessages)).flatMap(({ body }) => wordsOf(body));
  const isPlanned = entries.some(
    ({ task_id, body }) =>
      task_id === run.id && body.type === 'model_reply' && ['intake', 'plan', 'replan'].includes(body.purpose),
  );
  const personTexts = [...textsWrittenByPerson(run, isPlanned), ...messages].join('\n');
  const { page, ...readings } = readingsOf(entries, run, toolbox, textsOf(journal), address);
  const carries = personalTextInAddress(address, { ...readings, said: foldedForMatching(personTexts).text });
  return {
    ...(page !== undefined && { page }),
    ...(carries && { carries }),
    named: isWrittenByPerson(address, personTexts),
  };
}

/** The person's words in a message; empty for a message restored from somebody else's backup. */
const wordsOf = (body: JournalEntryBody): string[] =>
  body.type === 'message' && !body.foreign && ['goal', 'guidance', 'answer'].includes(body.kind) ? [body.text] : [];

/**
 * The texts that calls have read in the session, and the address of the last page among them. `address`: the one that
 * is to be opened; links of servers and of the plan name its site only as a whole.
 */
function readingsOf(
  entries: readonly JournalEntry[],
  run: Run,
  toolbox: AgentContext['toolbox'],
  textOf: (key: string, make: () => FoldedText) => FoldedText,
  address: string,
): Omit<ComparedTexts, 'said'> & { page: string | undefined } {
  const { origin } = new URL(address);
  const site = siteOfAddress(address);
  const outside: FoldedText[] = [];
  const own: FoldedText[] = [];
  /** The addresses of the pages of which the files are copies. */
  const copies = new Map<string, string | undefined>();
  /** The files whose whole content the model wrote in a call. */
  const wholeFileIds = new Set<string>();
  let isFirstPlan = !run.events.some(({ kind }) => kind === 'replanned' || kind === 'declared');
  let page: string | undefined;
  for (const { seq, body, task_id } of entries) {
    if (body.type !== 'tool_result') continue;
    const { tool, input, result } = body;
    const { text, server_tool, artifact, output } = result;
    const name = toolbox.nameOf(tool) ?? tool;
    const isDone = isExecutedCall(body);
    /** True for a page of another site that was read with the person's key: its content counts as the person's own. */
    const isOwnPage = result.source?.keyed === true && new URL(result.source.address).origin !== origin;
    if (tool === 'search' || (tool === 'fetch' && !isOwnPage) || copies.has(artifact ?? '')) {
      if (!isDone) continue;
      const sourceText = textOf(`${seq}`, () =>
        foldedForMatching([text, ...valuesIn(output)].join('\n'), valuesIn(input).join('\n')),
      );
      const from = result.source?.address ?? (tool === 'fetch' ? urlIn(input) : copies.get(artifact ?? ''));
      outside.push(
        tool === 'search' ? sourceText : { ...sourceText, site: from === undefined ? site : siteOfAddress(from) },
      );
      if (artifact !== null) copies.set(artifact, from);
      if (tool !== 'search') page = result.source?.address ?? page;
      continue;
    }
    const isReading = isDone && toolbox.reads(tool, input);
    if (!isReading) noteFiles(wholeFileIds, body, name === 'files' && !toolbox.accumulates(tool, input));
    const isLocal = name !== 'compute' && !server_tool;
    const isTold = isDone || ['not_found', 'conflict'].includes(result.failure?.code ?? '');
    if (!isTold || (isLocal ? isEmpty(output) || wholeFileIds.has(artifact ?? '') : !isDone || !result.foreign))
      continue;
    const inputTexts = isLocal && !isReading ? valuesIn(input).join('\n') : '';
    own.push(textOf(`${seq}`, () => foldedForMatching([text, ...valuesIn(output)].join('\n'), inputTexts)));
    if (server_tool && !JSON.stringify(input).includes('://'))
      outside.push({
        ...textOf(`${seq} links`, () => foldedForMatching(addressesIn({ goal: text, steps: [] }).join('\n'))),
        site,
      });
    isFirstPlan &&= task_id === run.id;
  }
  if (isFirstPlan) outside.push({ ...foldedForMatching(addressesIn(run.plan).join('\n')), site });
  return { outside, own, page };
}

/** The address that a call names, if it is one as it stands there. */
const urlIn = (input: unknown): string | undefined =>
  isRecord(input) && typeof input.url === 'string' && URL.canParse(input.url) ? input.url : undefined;

const isEmpty = (output: Json | undefined) => Array.isArray(output) && output.length === 0;

/** Notes the files that a call wrote: `isWhole` if all of their content was given to it. */
function noteFiles(
  wholeFileIds: Set<string>,
  body: Extract<JournalEntryBody, { type: 'tool_result' }>,
  isWhole: boolean,
): void {
  for (const { store, id, copy } of body.result.written)
    if (store === 'files' && !copy) {
      if (isWhole) wholeFileIds.add(id);
      else if (body.tool !== 'files') wholeFileIds.delete(id);
    }
}

/** Fields that say nothing in the person's words. */
const bookkeeping = /^(?:id|mime|size|priority|position|due|start|end|repeat|written|.*_(?:id|at))$/;

/** The texts and numbers in a value, without the names of its fields. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => (bookkeeping.test(name) ? [] : valuesIn(each)));
}

const texts = new WeakMap<SessionJournal, Map<string, FoldedText>>();

/** Returns each text of a session as it was first folded, since a journal's entries never change. */
function textsOf(journal: SessionJournal): (key: string, make: () => FoldedText) => FoldedText {
  const textsByKey = texts.get(journal) ?? new Map<string, FoldedText>();
  texts.set(journal, textsByKey);
  return (key, make) => {
    const text = textsByKey.get(key) ?? make();
    textsByKey.set(key, text);
    return text;
  };
}
