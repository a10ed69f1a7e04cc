import type { Live } from '../ports/live.ts';

type Given = readonly never[];
/** What each function of a store gives. */
type Kinds<T> = { [K in keyof T]: T[K] extends (...given: Given) => Live<unknown> ? 'live' : 'promise' };

/** A store whose code is loaded with its first use. */
export function laterStore<T extends object>(load: () => Promise<T>, kinds: Kinds<T>): T {
  const member = async (name: string) => {
    const store = (await load()) as Record<string, (...given: unknown[]) => unknown>;
    return (...given: unknown[]) => store[name]?.(...given);
  };
  const waiting = (name: string, given: unknown[]): Live<unknown> => ({
    subscribe(next, failed) {
      let isOver = false;
      let end = () => undefined as unknown;
      member(name).then(
        (found) => {
          if (!isOver) end = (found(...given) as Live<unknown>).subscribe(next, failed);
        },
        (error: unknown) => failed?.(error),
      );
      return () => {
        isOver = true;
        end();
      };
    },
  });
  const members = Object.entries(kinds).map(([name, kind]) => [
    name,
    kind === 'live'
      ? (...given: unknown[]) => waiting(name, given)
      : async (...given: unknown[]) => (await member(name))(...given),
  ]);
  return Object.fromEntries(members) as T;
}
