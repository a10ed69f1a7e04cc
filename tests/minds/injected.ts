import type { ProtocolName } from '../../src/task/protocol-name.ts';
import type { Thoroughness } from '../../src/values/limits.ts';
import { type Came, journey } from './journey.ts';
import { type Habit, mind } from './mind.ts';

const url = 'https://notes.example/guests';
const origin = 'https://notes.example';

/** Reads a page where others would read the list. */
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

/** Plays the task with a page that contains this text. */
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

/**
 * Returns everything that an injected text must not change: the steps, their ends, the calls, the writes, the
 * questions, and the closing answer.
 */
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
