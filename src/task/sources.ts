import { failureParams, type PageObstacleKind } from './tool-result.ts';
import { isRecord } from '../values/json.ts';
import type { JournalEntryBody, JournalEntry } from './journal.ts';

type ToolResultBody = Extract<JournalEntryBody, { type: 'tool_result' }>;

/** A page that was read in a session and can be cited by its number. */
export interface Source {
  /** Counted from 1 in the order of the first reading; never changes, as the journal only grows. */
  number: number;
  address: string;
  title: string | null;
  /** What the page seems to show in place of its content. */
  stand_in?: PageObstacleKind | undefined;
  /** When the web page was last fetched, ISO 8601. */
  at: string;
  /** The ids of the task's steps that read it or looked into its copy; empty if only other tasks did. */
  steps: string[];
  /** The ids of the stored copies, the latest first. */
  copies: string[];
}

/**
 * The sources of a session as one of its tasks sees them, from the results of tools in any order; one per address. An
 * address to which something was sent has a number, as answers of before an update may cite others by theirs, but is
 * a source only if it was read as well.
 */
export function sourcesSeenByTask(entries: readonly JournalEntry[], task: string | null): Source[] {
  const sources = new Map<string, Source>();
  const byCopy = new Map<string, Source>();
  for (const { body, task_id, step_id, at } of [...entries].sort((a, b) => a.seq - b.seq)) {
    if (body.type !== 'tool_result' || !body.result.ok || body.result.artifact === null) continue;
    const { artifact, source: answer } = body.result;
    const sends = requestedPage(body)?.sends === true;
    if (sends && answer && !sources.has(answer.address)) sources.set(answer.address, newSource(sources.size + 1, at));
    const pageAnswer = sends ? undefined : answer;
    const knownSource = pageAnswer ? sources.get(pageAnswer.address) : byCopy.get(artifact);
    if (!pageAnswer && !knownSource) continue;
    const source = knownSource ?? newSource(sources.size + 1, at);
    if (pageAnswer) {
      Object.assign(source, {
        address: pageAnswer.address,
        title: oneLine(pageAnswer.title),
        stand_in: pageAnswer.stand_in,
        at,
      });
      source.copies.unshift(artifact);
      sources.set(pageAnswer.address, source);
      byCopy.set(artifact, source);
    }
    if (task_id === task && step_id !== null && !source.steps.includes(step_id)) source.steps.push(step_id);
  }
  return [...sources.values()].filter(({ copies }) => copies.length > 0);
}

const newSource = (number: number, at: string): Source => ({
  ...{ number, at, address: '', title: null, steps: [], copies: [] },
});

const oneLine = (title: string | null) => title?.replace(/\s+/g, ' ').trim() || null;

/** A page that could not be read, and why. */
export interface UnreadablePage {
  address: string;
  failure: ReturnType<typeof failureParams>;
}

/**
 * The pages that were to be read and never were, in the order of the first try, without those that the person denied.
 */
export function unreadPages(entries: readonly JournalEntry[]): UnreadablePage[] {
  const pages = new Map<string, UnreadablePage>();
  const readUrls = new Set<string>();
  for (const { body } of entries) {
    if (body.type !== 'tool_result') continue;
    const { url, sends } = requestedPage(body) ?? { url: null, sends: false };
    if (url === null || sends) continue;
    if (body.result.ok) readUrls.add(url);
    else if (body.result.failure && body.result.failure.code !== 'denied')
      pages.set(url, { address: url, failure: whyUnread(body.result) });
  }
  return [...pages.values()].filter(({ address }) => !readUrls.has(address));
}

const sending: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The address that a call was to fetch, and whether the request sends something there; null for any other call. */
function requestedPage({
  tool,
  input,
}: Pick<ToolResultBody, 'tool' | 'input'>): { url: string; sends: boolean } | null {
  if (tool !== 'fetch' || !isRecord(input) || typeof input.url !== 'string') return null;
  const { url, method } = input;
  return { url, sends: typeof method === 'string' && sending.has(method.trim().toUpperCase()) };
}

/** Returns why a page was not read: where only the network failed, that may be since the site permits no other page. */
function whyUnread(result: Parameters<typeof failureParams>[0]): ReturnType<typeof failureParams> {
  const params = failureParams(result);
  return params.failure === 'network' ? { failure: 'closed_site' } : params;
}
