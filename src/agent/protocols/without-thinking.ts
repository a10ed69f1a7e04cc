import { balancedObject, maxReply } from './balanced-object.ts';

/**
 * A reply without its think blocks: one that never closes extends to the end, and a closing tag alone removes
 * everything before it. Tags within the strings of an object belong to the object. A reply that is too long becomes
 * empty.
 */
export function withoutThinking(text: string): string {
  if (text.length > maxReply) return '';
  const seam = /[{｛]|<(\/?)think(?:ing)?>/gi;
  let kept = '';
  let from = 0;
  let whole = true;
  for (let found = seam.exec(text); found; found = seam.exec(text)) {
    const [tag, slash] = found;
    if (slash === undefined) {
      const object = whole ? balancedObject(text, found.index) : 'cut';
      if (typeof object === 'string') whole = false;
      else seam.lastIndex = object.end;
    } else if (slash === '/') {
      kept = '';
      from = seam.lastIndex;
    } else {
      kept += text.slice(from, found.index);
      const closing = /<\/think(?:ing)?>/gi;
      closing.lastIndex = found.index + tag.length;
      if (!closing.test(text)) return kept;
      from = seam.lastIndex = closing.lastIndex;
    }
  }
  return kept + text.slice(from);
}
