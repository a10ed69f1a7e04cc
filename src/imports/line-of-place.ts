import { isNode, LineCounter, parseDocument } from 'yaml';

/** Beyond this, looking takes longer than it helps. */
const longest = 300_000;

/** The line, from 1, of a place such as `steps[3].status` in a text of JSON or YAML; of what would hold it where it is missing. */
export function lineOfPlace(text: string, place: string): number | null {
  if (text.length > longest) return null;
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      schema: 'core',
    });
    if (document.errors.length > 0) return null;
    const keys = [...place.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));
    for (let depth = keys.length; depth > 0; depth -= 1) {
      const found: unknown = document.getIn(keys.slice(0, depth), true);
      if (isNode(found) && found.range) return lines.linePos(found.range[0]).line;
    }
    return null;
  } catch {
    return null;
  }
}
