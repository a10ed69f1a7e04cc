import { sourcesOf } from '../task/sources.ts';
import type { AgentContext } from './agent-context.ts';
import { foreignText } from './foreign-text.ts';
import type { Prompts } from '../protocols/prompts.ts';

/** The most sources that are listed for the model: the latest ones. */
const most = 40;

/** What the closing prompt says about the session's sources, to be appended; empty where no page was read. */
export async function citedSources({ journal }: AgentContext, prompts: Prompts, sessionId: string): Promise<string> {
  const sources = sourcesOf(await journal.effects(`${sessionId}/`)).slice(-most);
  if (sources.length === 0) return '';
  const lines = sources.map(({ number, title, address, steps }) =>
    [`[${number}]`, ...(title ? [title.slice(0, 120)] : []), address, `(${steps.join(', ')})`].join(' '),
  );
  return `\n${prompts.cite}\n${foreignText(prompts, `${sessionId}/~sources`, lines.join('\n'))}`;
}
