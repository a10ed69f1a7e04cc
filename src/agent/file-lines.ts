import type { Run } from '../task/run.ts';
import { formatByteSize, type ListedFile } from '../records/session-file.ts';
import { unreadableKind } from '../records/unreadable-kind.ts';
import type { Prompts } from '../protocols/prompts.ts';
import type { AgentContext } from './agent-context.ts';

/** The most files that the first request of a task names, and the most that each later one does. */
const [mostNamed, mostAdded] = [40, 10];
/** How long the text of a file that was just added may take to be read, in milliseconds. */
const readingTime = 10_000;
const byName = new Intl.Collator('en', { numeric: true });

/**
 * Returns the lines about a session's files for the first request of a task: those named in the goal, then those that
 * the person added, then those that tools wrote, each by name, and how many more there are.
 */
export async function sessionFileLines(context: AgentContext, prompts: Prompts, { plan }: Run): Promise<string[]> {
  const goal = plan.goal.toLowerCase();
  const rank = ({ name, added }: ListedFile) => (goal.includes(name.toLowerCase()) ? 0 : added ? 1 : 2);
  const files = (await context.journal.files(Infinity)).toSorted((a, b) => rank(a) - rank(b));
  const named = files.slice(0, mostNamed).sort((a, b) => rank(a) - rank(b) || byName.compare(a.name, b.name));
  return linesAbout(context, prompts, named, files.length - named.length, prompts.files);
}

/**
 * Returns the lines about the files that the person has added since the task began, for the requests of its steps and
 * of the checks of its plan.
 */
export async function addedFileLines(context: AgentContext, prompts: Prompts, { plan }: Run): Promise<string[]> {
  const began = Date.parse(plan.created_at);
  const files = (await context.journal.files(Infinity)).filter(
    ({ added, created_at }) => added && Date.parse(created_at) > began,
  );
  const named = files.slice(0, mostAdded).sort((a, b) => byName.compare(a.name, b.name));
  return linesAbout(context, prompts, named, files.length - named.length, prompts.filesAdded).map(
    (line) => `- ${line}`,
  );
}

function linesAbout(
  { clock }: AgentContext,
  prompts: Prompts,
  named: readonly ListedFile[],
  more: number,
  lineOf: (names: string, more: number) => string,
): string[] {
  const now = Date.parse(clock.now());
  const isReadable = (file: ListedFile) =>
    unreadableKind(file) === null && (!file.textless || now - Date.parse(file.created_at) < readingTime);
  const namesOf = (some: readonly ListedFile[]) =>
    some
      .map(({ name, size, text_size: text }) => {
        const shownSize = text === undefined ? formatByteSize(size) : prompts.textSize(formatByteSize(text));
        return `“${name}” (${shownSize})`;
      })
      .join(', ');
  const readable = named.filter(isReadable);
  const others = named.filter((file) => !readable.includes(file));
  return [
    ...(readable.length > 0 ? [lineOf(namesOf(readable), more)] : []),
    ...(others.length > 0 ? [prompts.unreadableFiles(namesOf(others))] : []),
  ];
}
