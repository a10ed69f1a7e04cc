import { lexer, type MarkedToken } from 'marked';

const longest = 200_000;
const deepest = 40;

/** Markdown as the tree that `MarkdownTree` renders; null where the text is too long or too deep to be worth it. */
export function markdownTokens(text: string): MarkedToken[] | null {
  if (text.length > longest || /^[\s>*+-]{400}/m.test(text)) return null;
  try {
    const tokens = lexer(text, { gfm: true, breaks: true }) as MarkedToken[];
    return depth(tokens, 0) > deepest ? null : tokens;
  } catch {
    return null;
  }
}

function depth(tokens: readonly MarkedToken[], above: number): number {
  if (above > deepest) return above;
  return tokens.reduce((most, token) => {
    const inner = token.type === 'list' ? token.items : 'tokens' in token ? token.tokens : undefined;
    return inner ? Math.max(most, depth(inner as MarkedToken[], above + 1)) : most;
  }, above);
}
