import type { Profile } from '../../../src/records/profile.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';

/** Requests, profiles and streams that tests share. */
export const sample = {
  profile: (base_url: string, more: Partial<Profile> = {}): Profile => ({
    id: 'p1',
    provider: 'custom',
    base_url,
    model: 'm1',
    key_place: 'session',
    ...more,
  }),
  request: (more: Partial<ModelRequest> = {}): ModelRequest => ({
    purpose: 'thought',
    messages: [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Hello' },
    ],
    tools: [{ name: 'todo', description: 'To-dos.', schema: { type: 'object' } }],
    choice: 'auto',
    ...more,
  }),
  events: (...chunks: unknown[]): string =>
    chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join(''),
  delta: (delta: unknown, finish: string | null = null): unknown => ({
    choices: [{ index: 0, delta, finish_reason: finish }],
  }),
};
