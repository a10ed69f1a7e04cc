/** A value that changes: `next` is called soon with the current value, then at each change, until unsubscribed. */
export interface Observable<T> {
  subscribe(next: (value: T) => void, failed?: (error: unknown) => void): () => void;
}

/** Returns the current value. */
export function currentValue<T>(live: Observable<T>): Promise<T> {
  let stop: () => void = () => undefined;
  const value = new Promise<T>((resolve, reject) => {
    stop = live.subscribe(resolve, (error) => reject(error instanceof Error ? error : new Error(String(error))));
  });
  return value.finally(() => stop());
}
