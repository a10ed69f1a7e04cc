import type { ModelReply } from '../../src/task/model-reply.ts';
import type { SaidStep } from '../trials/said.ts';
import type { Place, Scene } from './scene.ts';

type Writes = (reply: ModelReply, scene: Scene) => ModelReply;

/** Replaces the calls of a reply by prose. */
export function inProse(reply: ModelReply, text: string): ModelReply {
  return { ...reply, text, calls: [], finish: 'stop' };
}

/** Returns the names and arguments of the calls; omits those that another habit has made unreadable. */
export function callsOf(reply: ModelReply): { name: string; input: Record<string, unknown> }[] {
  return reply.calls.flatMap(({ name, arguments: text }) => {
    const input = readable(text);
    return input ? [{ name, input }] : [];
  });
}

/** Writes the calls of a reply as text; a reply with an unreadable call stays unchanged. */
export function printed(write: (name: string, input: Record<string, unknown>) => string): Writes {
  return (reply) => {
    const calls = callsOf(reply);
    return calls.length === 0 || calls.length < reply.calls.length
      ? reply
      : inProse(reply, calls.map(({ name, input }) => write(name, input)).join('\n'));
  };
}

/** Applies `writes` only at these places. */
export function at(places: Place | readonly Place[], writes: Writes): Writes {
  const list = typeof places === 'string' ? [places] : places;
  return (reply, scene) => (list.includes(scene.place) ? writes(reply, scene) : reply);
}

/** Replaces the reply by prose at these places, by language. */
export function proseAt(places: Place | readonly Place[], text: Record<'en' | 'zh', string>): Writes {
  return at(places, (reply, { language }) => inProse(reply, text[language]));
}

/** Renames calls. */
export function renamed(names: Record<string, string>): Writes {
  return (reply) => ({
    ...reply,
    calls: reply.calls.map((call) => ({ ...call, name: names[call.name] ?? call.name })),
  });
}

/** Rewrites the arguments of the calls with this name; a returned string is used as it is. */
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

/** Returns the steps of a plan in the form of `create_plan`; none if another habit has rewritten them. */
export function stepsIn(input: Record<string, unknown>): SaidStep[] {
  const steps = Array.isArray(input.plan) ? (input.plan as Partial<SaidStep>[]) : [];
  return steps.every(({ description }) => typeof description === 'string') ? (steps as SaidStep[]) : [];
}

/** Returns a plan as a numbered list. */
export function numbered(steps: readonly SaidStep[], mark: (n: number) => string = (n) => `${n}. `): string {
  return steps.map(({ description }, at) => `${mark(at + 1)}${description}`).join('\n');
}
