import { sourcesSeenByTask } from '../task/sources.ts';
import type { AgentContext } from './agent-context.ts';
import { wrapUntrustedText } from './untrusted-text.ts';
import type { Prompts } from '../protocols/prompts.ts';
import type { Run } from '../task/run.ts';

/** The largest number of sources listed for the model; the task's own and the latest ones come before others. */
const most = 40;

/**
 * The section of the closing prompt that lists the session's sources, those that only earlier tasks read without steps;
 * empty if no page was read.
 */
export async function sourcesSection(
  { journal }: AgentContext,
  prompts: Prompts,
  { id, session_id }: Pick<Run, 'id' | 'session_id'>,
): Promise<string> {
  const sessionSources = sourcesSeenByTask(await journal.effects(`${session_id}/`), id);
  const [earlier, own] = [
    sessionSources.filter(({ steps }) => steps.length === 0),
    sessionSources.filter(({ steps }) => steps.length > 0),
  ];
  const sources = [...earlier, ...own].slice(-most);
  if (sources.length === 0) return '';
  const lines = sources.map(({ number, title, address, steps }) =>
    [
      `[${number}]`,
      ...(title ? [title.slice(0, 120)] : []),
      address,
      ...(steps.length > 0 ? [`(${steps.join(', ')})`] : []),
    ].join(' '),
  );
  return `\n${prompts.cite}\n${wrapUntrustedText(prompts, `${session_id}/~sources`, lines.join('\n'))}`;
}
