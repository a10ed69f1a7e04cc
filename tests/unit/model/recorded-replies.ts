import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Recording } from './independent-reader.ts';

const path = fileURLToPath(new URL('../../../../shared/cassettes/cassettes.jsonl', import.meta.url));

/** Recorded replies of real models; none where their folder is not beside this one. */
export const recordedReplies = existsSync(path)
  ? readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Recording & { id: string; content_type: string })
  : [];
