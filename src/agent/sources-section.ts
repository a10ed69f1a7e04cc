import { sourcesOf } from '../task/sources.ts';
import type { AgentContext } from './agent-context.ts';
import { foreignText } from './foreign-text.ts';
import type { Prompts } from '../protocols/prompts.ts';

/** The largest number of sources listed for the model; the latest are kept. */
const most = 40;

/** The section of the closing prompt that lists the session's sources; empty if no page was read. */
export async function sourcesSection({ journal }: AgentContext, prompts: Prompts, sessionId: string): Promise<string> {
  const sources = sourcesOf(await journal.effects(`${sessionId}/`)).slice(-most);
  if (sources.length === 0) return '';
  const lines = sources.map(({ number, title, address, steps }) =>
    [`[${number}]`, ...(title ? [title.slice(0, 120)] : []), address, `(${steps.join(', ')})`].join(' '),
  );
  return `\n${prompts.cite}\n${foreignText(prompts, `${sessionId}/~sources`, lines.join('\n'))}`;
}
