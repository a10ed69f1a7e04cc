import type { CompanionRequest } from './protocol.ts';

type Field = 'origin' | 'why' | 'url' | 'max_bytes' | 'timeout_ms';

const fields = {
  hello: [],
  has: ['origin'],
  ask: ['origin', 'why'],
  ask_render: ['origin', 'why'],
  read: ['url', 'max_bytes', 'timeout_ms'],
  render: ['url', 'max_bytes', 'timeout_ms'],
  cancel: [],
  list: [],
  revoke: ['origin'],
} as const satisfies Record<CompanionRequest['kind'], readonly Field[]>;

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown) => typeof value === 'string';
const tests = { origin: isText, why: isText, url: isText, max_bytes: isCount, timeout_ms: isCount };

/** Returns the question in a message, with only the fields of the protocol, or null. */
export function parseQuestion(message: unknown): CompanionRequest | null {
  if (typeof message !== 'object' || message === null) return null;
  const messageFields = new Map<string, unknown>(Object.entries(message));
  const kind = messageFields.get('kind');
  if (typeof kind !== 'string' || !Object.hasOwn(fields, kind) || !isCount(messageFields.get('id'))) return null;
  const requiredFields: readonly Field[] = fields[kind as CompanionRequest['kind']];
  if (!requiredFields.every((name) => tests[name](messageFields.get(name)))) return null;
  return Object.fromEntries(
    ['kind', 'id', ...requiredFields].map((name) => [name, messageFields.get(name)]),
  ) as unknown as CompanionRequest;
}
