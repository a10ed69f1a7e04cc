import { maxReplyLength } from '../values/balanced-object.ts';
import { findThinkTags } from '../values/think-tags.ts';

/**
 * A reply without its think blocks: an unclosed one extends to the end, and a closing tag alone removes everything
 * before it. Quoted tags and tags within the strings of an object are kept. A reply that is too long becomes empty.
 */
export function withoutThinking(text: string): string {
  if (text.length > maxReplyLength) return '';
  let kept = '';
  let from = 0;
  let thinks = false;
  for (const { closes, start, end } of findThinkTags(text)) {
    if (closes) {
      if (!thinks) kept = '';
      thinks = false;
      from = end;
    } else if (!thinks) {
      kept += text.slice(from, start);
      thinks = true;
    }
  }
  return thinks ? kept : kept + text.slice(from);
}
