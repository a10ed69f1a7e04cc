import { fieldOf } from './field-of.ts';
import { plainSnippet } from './plain-snippet.ts';

const places = [
  ['detail', 'error'],
  ['detail'],
  ['error', 'detail'],
  ['error', 'info'],
  ['error', 'message'],
  ['errors', '0', 'detail'],
  ['readableMessage'],
  ['message'],
  ['error'],
] as const;

/** What a service says of its refusal, wherever it says it; the key never stands in it (R13.1). */
export function faultDetail(answer: unknown, key: string | null): string {
  const said = places.map((place) => fieldOf(answer, ...place)).find((text) => typeof text === 'string');
  const text = plainSnippet(said).slice(0, 200);
  return key === null ? text : text.replaceAll(key, '…');
}
