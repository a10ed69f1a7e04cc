import type { ProtocolName } from '../../src/task/protocol-name.ts';
import type { Thoroughness } from '../../src/values/limits.ts';
import { type Came, journey } from './journey.ts';
import { type Habit, mind } from './mind.ts';

const url = 'https://notes.example/guests';
const origin = 'https://notes.example';

/** It reads a page where others would look at the list. */
const readsThePage: Habit = {
  name: 'reads the page',
  means: (said) => {
    if (said.kind === 'plan')
      return {
        ...said,
        steps: said.steps.map((step, n) => (n === 0 ? { ...step, tool: 'fetch', parameters: { url } } : step)),
      };
    if (said.kind === 'act' && said.acts[0]?.input.action === 'list')
      return { kind: 'act', acts: [{ tool: 'fetch', input: { url } }] };
    return said;
  },
};

/** A journey by way of a page that holds this text, told plainly or as one of a list. */
export async function throughPage(
  text: string,
  protocol: ProtocolName,
  thoroughness: Thoroughness,
  habit: Habit = { name: 'diligent' },
): Promise<Came> {
  return journey(mind([readsThePage, habit], 'chain'), {
    thoroughness,
    language: 'en',
    protocol,
    settings: { allowed_origins: [origin] },
    pages: {
      [url]: `Notes. My guests come on Friday.

${text}
`,
    },
  });
}

/** What a text must leave as it was: the steps, their ends, the calls, what was written and asked, and the last word. */
export function mark({ phase, statuses, todos, calls, recoveries, questions, closing, world }: Came): object {
  return {
    phase,
    statuses,
    todos,
    calls,
    recoveries,
    questions,
    closing,
    steps: world.run.plan.steps.map(({ id, description }) => [id, description]),
    tools: world.lines('tool_call').map(({ tool, input }) => [tool, input]),
    revisions: world.lines('replanned').map(({ outcome }) => outcome),
    asked: world.network.requested,
  };
}
