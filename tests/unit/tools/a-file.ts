import type { SessionFile } from '../../../src/records/session-file.ts';

/** What a test says of a file; the rest is as usual. */
export type SomeFile = Pick<SessionFile, 'id' | 'name' | 'content'> & Partial<SessionFile>;

export const aFile = (file: SomeFile, created_at: string): SessionFile => ({
  ...{ session_id: 'session_1', mime: 'text/plain', size: 0, kind: 'artifact', source: null },
  ...{ created_at, deleted_at: null },
  ...file,
});
