import type { JournalEntry } from '../task/journal.ts';
import { asksToRead, sourcesToReadInDescription } from '../task/owed/readings.ts';
import type { AgentContext } from './agent-context.ts';

type Source = { name: string; id?: string };

/** The number of the session's latest files whose names are looked for in descriptions. */
const mostFiles = 200;

/**
 * Returns the address or file that a step's description says to read or to work on, and that no call of the session has
 * read or written; null if there is none.
 */
export async function unreadSource(context: AgentContext, description: string): Promise<string | null> {
  if (!asksToRead(description)) return null;
  /** Images are shown to the model without a call. */
  const files = (await context.journal.files(mostFiles)).filter(({ mime }) => !mime.startsWith('image/'));
  const names = sourcesToReadInDescription(
    description,
    files.map(({ name }) => name),
  );
  if (names.length === 0) return null;
  const isKnown = await knownSources(context);
  const source = (name: string): Source => files.find((file) => file.name === name) ?? { name };
  return names.find((name) => !isKnown(source(name))) ?? null;
}

/** Returns a function that tells if a call of the session has read or written an address or a file. */
async function knownSources({ journal, run }: AgentContext): Promise<(source: Source) => boolean> {
  const texts = (await journal.effects(`${run().session_id}/`)).flatMap(({ body }) =>
    body.type === 'tool_result' && body.result.ok
      ? [
          `${JSON.stringify(body.input)} ${body.result.source?.address ?? ''} ${body.result.artifact ?? ''}`.toLowerCase(),
        ]
      : [],
  );
  const plain = (name: string) => name.toLowerCase().replace(/#.*$/, '').replace(/\/$/, '');
  return ({ name, id }) => [name, id].some((each) => each && texts.some((text) => text.includes(plain(each))));
}

/** Returns how many characters of texts a step has read since the model's last reply. */
export function readSinceReply(stepEntries: readonly JournalEntry[]): number {
  const entries = stepEntries.toSorted((a, b) => a.seq - b.seq);
  return entries
    .slice(entries.findLastIndex(({ body }) => body.type === 'model_reply') + 1)
    .map(({ body }) => (body.type === 'tool_result' ? body.result.part : undefined))
    .reduce((sum, part) => sum + (part ? part.until - part.from : 0), 0);
}
