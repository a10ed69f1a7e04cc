const before =
  /(?:[\s,，;；:：、—–-]|\b(?:on|at|by|due|until|till|before|from|for|in|starting|due on|due by)|[在于到])+$/i;
const after = /^(?:[\s,，;；:：、。.—–-]|之前|以前|前(?=\p{L})|截止|的时候|的)+/u;

/** The text without some of its parts, and without the small words that belonged to them. */
export function textWithout(text: string, spans: readonly { from: number; until: number }[]): string {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  let kept = '';
  let at = 0;
  for (const { from, until } of sorted) {
    const piece = text.slice(at, Math.max(at, from));
    kept += `${(at === 0 ? piece : piece.replace(after, '')).replace(before, '')} `;
    at = Math.max(at, until);
  }
  const last = text.slice(at);
  kept += sorted.length === 0 ? last : last.replace(after, '');
  return kept
    .replace(/\s+/g, ' ')
    .replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, '$1')
    .trim();
}
