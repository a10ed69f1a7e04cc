import { isRecord } from '../domain/json.ts';

/** The visible text of a message's content: a string, or a list of parts whose reasoning is left out (S14). */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (typeof part === 'string' ? part : partText(part))).join('');
}

function partText(part: unknown): string {
  if (!isRecord(part)) return '';
  if (typeof part.type === 'string' && /think|reason/i.test(part.type)) return '';
  return typeof part.text === 'string' ? part.text : '';
}
