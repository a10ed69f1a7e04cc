import { existsSync, readFileSync } from 'node:fs';
import { sharedPath } from '../../fixtures/shared-data.ts';
import type { Recording } from './independent-reader.ts';

const path = sharedPath('cassettes/cassettes.jsonl');

/** Recorded replies of real models; none where their folder is not beside this one. */
export const recordedReplies = existsSync(path)
  ? readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Recording & { id: string; content_type: string })
  : [];
