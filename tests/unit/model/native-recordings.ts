import { existsSync, readFileSync } from 'node:fs';
import { sharedPath } from '../../fixtures/shared-data.ts';

/** A recorded exchange with a vendor's own API. */
export interface NativeRecording {
  id: string;
  api: 'responses' | 'anthropic' | 'gemini' | 'interactions';
  status: number;
  stream: boolean;
  content_type: string;
  method: string;
  path: string;
  quirks: string[];
  body?: string;
  json?: unknown;
}

const path = sharedPath('cassettes/native.jsonl');

/** Recorded exchanges in which a model was asked for a reply; none where their folder is not beside this one. */
export const nativeRecordings = existsSync(path)
  ? readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as NativeRecording)
      .filter(({ method, path: asked }) => method === 'POST' && /\/(?:responses|messages)(?:\?|$)/.test(asked))
  : [];
