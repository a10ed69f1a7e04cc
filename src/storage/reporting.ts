import type { StorageTrouble } from '../ports/storage-trouble.ts';
import { troubleOf } from './trouble-of.ts';

type Failing = (error: unknown) => void;
interface Watched {
  subscribe(next: (value: unknown) => void, failed?: Failing): () => void;
}

/** The same store; whatever it cannot read or write is reported besides (R12.4), also where its caller does not look. */
export function reporting<T extends object>(store: T, report: (trouble: StorageTrouble) => void): T {
  const failed: Failing = (error) => report(troubleOf(error));
  const watch = (result: unknown): unknown => {
    if (isPromise(result)) result.then(undefined, failed);
    else if (isWatched(result))
      return {
        subscribe: (next: (value: unknown) => void, alsoFailed?: Failing) =>
          result.subscribe(next, (error) => {
            failed(error);
            alsoFailed?.(error);
          }),
      };
    return result;
  };
  const members = Object.entries(store).map(([name, member]: [string, unknown]) => [
    name,
    isFunction(member) ? (...given: unknown[]) => watch(member(...given)) : member,
  ]);
  return Object.fromEntries(members) as T;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFunction = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function';
const isPromise = (value: unknown): value is Promise<unknown> => isObject(value) && 'then' in value;
const isWatched = (value: unknown): value is Watched => isObject(value) && 'subscribe' in value;
