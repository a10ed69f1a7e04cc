import type { Piece } from '../domain/in-pieces.ts';

/** What came of having a file read. */
export type FileReading<T> =
  | { kind: 'read'; value: T }
  /** The browser does not hand the file out. */
  | { kind: 'unreadable' }
  /** It gave no sign of life for too long, or did not come to an end, and was ended. */
  | { kind: 'timeout' }
  /** What read it broke down, as for lack of memory. */
  | { kind: 'crashed' }
  | { kind: 'aborted' }
  /** What reads files could not be started. */
  | { kind: 'unavailable' };

/**
 * Has a stranger's file read where it can reach nothing and holds nobody up, whatever is in it: the caller's thread is never
 * busy with it for long. A reading that gives no sign of life, or does not end, is ended from outside; an abort ends it at
 * once. Each begins afresh, and changes nothing. Never rejects.
 */
export type ReadFile<Wish, T> = (wish: Wish, options: { signal: AbortSignal }) => Promise<FileReading<T>>;

/** What is heard of a reading on its way: `pieces` are those of its value, in order, up to `end`. */
export type ReadingSign =
  { kind: 'alive' } | { kind: 'pieces'; pieces: Piece[] } | { kind: 'end' } | { kind: 'unreadable' | 'crashed' };
