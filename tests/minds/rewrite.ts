import type { ModelReply } from '../../src/task/model-reply.ts';
import type { SaidStep } from '../trials/said.ts';
import type { Place, Scene } from './scene.ts';

type Writes = (reply: ModelReply, scene: Scene) => ModelReply;

/** Prose in place of the calls of a reply. */
export function inProse(reply: ModelReply, text: string): ModelReply {
  return { ...reply, text, calls: [], finish: 'stop' };
}

/** What calls say: their names and arguments as they are written; what another habit has made unreadable is left out. */
export function callsOf(reply: ModelReply): { name: string; input: Record<string, unknown> }[] {
  return reply.calls.flatMap(({ name, arguments: text }) => {
    const input = readable(text);
    return input ? [{ name, input }] : [];
  });
}

/** The calls of a reply as text; one that cannot be read stays as it is. */
export function printed(write: (name: string, input: Record<string, unknown>) => string): Writes {
  return (reply) => {
    const calls = callsOf(reply);
    return calls.length === 0 || calls.length < reply.calls.length
      ? reply
      : inProse(reply, calls.map(({ name, input }) => write(name, input)).join('\n'));
  };
}

/** At these places the reply is written so. */
export function at(places: Place | readonly Place[], writes: Writes): Writes {
  const list = typeof places === 'string' ? [places] : places;
  return (reply, scene) => (list.includes(scene.place) ? writes(reply, scene) : reply);
}

/** At these places the reply is prose, by language. */
export function proseAt(places: Place | readonly Place[], text: Record<'en' | 'zh', string>): Writes {
  return at(places, (reply, { language }) => inProse(reply, text[language]));
}

/** Each call of one of these names goes out under another name. */
export function renamed(names: Record<string, string>): Writes {
  return (reply) => ({
    ...reply,
    calls: reply.calls.map((call) => ({ ...call, name: names[call.name] ?? call.name })),
  });
}

/** The arguments of the calls of one name are written in another way; a string stands as it is. */
export function argued(name: string, write: (input: Record<string, unknown>) => unknown): Writes {
  return (reply) => ({
    ...reply,
    calls: reply.calls.map((call) => {
      const input = readable(call.arguments);
      if (call.name !== name || !input) return call;
      const written = write(input);
      return { ...call, arguments: typeof written === 'string' ? written : JSON.stringify(written) };
    }),
  });
}

function readable(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The steps of a plan as `create_plan` holds them; none where another habit has written them otherwise. */
export function stepsIn(input: Record<string, unknown>): SaidStep[] {
  const steps = Array.isArray(input.plan) ? (input.plan as Partial<SaidStep>[]) : [];
  return steps.every(({ description }) => typeof description === 'string') ? (steps as SaidStep[]) : [];
}

/** A plan as a person would write it down. */
export function numbered(steps: readonly SaidStep[], mark: (n: number) => string = (n) => `${n}. `): string {
  return steps.map(({ description }, at) => `${mark(at + 1)}${description}`).join('\n');
}
