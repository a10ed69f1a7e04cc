/** A value that changes: `next` is called with the current value soon, then at each change, until unsubscribed. */
export interface Observable<T> {
  subscribe(next: (value: T) => void, failed?: (error: unknown) => void): () => void;
}

/** The current value. */
export function firstOf<T>(live: Observable<T>): Promise<T> {
  let stop: () => void = () => undefined;
  const value = new Promise<T>((resolve, reject) => {
    stop = live.subscribe(resolve, (error) => reject(error instanceof Error ? error : new Error(String(error))));
  });
  return value.finally(() => stop());
}
