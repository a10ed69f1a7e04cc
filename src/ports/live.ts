/** A value that changes: `next` is called with the present value soon, then at each change, until unsubscribed. */
export interface Live<T> {
  subscribe(next: (value: T) => void, failed?: (error: unknown) => void): () => void;
}
