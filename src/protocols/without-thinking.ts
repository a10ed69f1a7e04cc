import { maxReplyLength } from '../values/balanced-object.ts';
import { isRecord } from '../values/json.ts';
import { findThinkTags } from '../values/think-tags.ts';

/**
 * A reply without its think blocks: an unclosed one extends to the end, and a closing tag alone removes everything
 * before it. Quoted tags and tags within the strings of an object are kept. A reply that is too long becomes empty.
 */
export function withoutThinking(text: string): string {
  if (text.length > maxReplyLength) return '';
  let textOutsideThoughts = '';
  let from = 0;
  let thinks = false;
  for (const { closes, start, end } of findThinkTags(text)) {
    if (closes) {
      if (!thinks) textOutsideThoughts = '';
      thinks = false;
      from = end;
    } else if (!thinks) {
      textOutsideThoughts += text.slice(from, start);
      thinks = true;
    }
  }
  return thinks ? textOutsideThoughts : textOutsideThoughts + text.slice(from);
}

/** Fields that hold the input of a tool; its texts are for the tool, whatever they contain. */
const forTools: ReadonlySet<string> = new Set(['input', 'parameters', 'next_action']);

/** A decision's fields with `withoutThinking` applied to each text, except in the inputs of tools. */
export function fieldsWithoutThinking(fields: Record<string, unknown>): Record<string, unknown> {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutThinking(value);
    if (Array.isArray(value)) return value.map(clean);
    return isRecord(value) ? fieldsWithoutThinking(value) : value;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, forTools.has(name) ? value : clean(value)]),
  );
}
