import { Lexer, type MarkedToken, type Token } from 'marked';

const longest = 200_000;
const deepest = 40;
/** Marks are looked up in pairs, so that what it costs to read some is their square; this is a fraction of a second. */
const mostPairs = 30_000_000;

/** Markdown as the tree that `MarkdownTree` renders; null where the text is too long or too deep to be worth it. */
export function markdownTokens(text: string): MarkedToken[] | null {
  if (text.length > longest || /^[\s>*+-]{400}/m.test(text) || hollowTable(text)) return null;
  try {
    const tokens = read(text.replace(/\r\n?/g, '\n'));
    return depth(tokens, 0) > deepest ? null : tokens;
  } catch {
    return null;
  }
}

/** As `lexer` of the library does, but that lines with more marks than anybody writes stand as they were written. */
function read(text: string): MarkedToken[] {
  const lexer = new Lexer({ gfm: true, breaks: true });
  const tokens: Token[] = lexer.blockTokens(text, lexer.tokens);
  let pairs = mostPairs;
  for (const { src, tokens: within } of lexer.inlineQueue) {
    const cost = (src.match(/[*_~!`[\]<\\]/g)?.length ?? 0) ** 2;
    if (cost > pairs) within.push({ type: 'text', raw: src, text: src, escaped: false });
    else {
      lexer.inlineTokens(src, within);
      pairs -= cost;
    }
  }
  return tokens as MarkedToken[];
}

function depth(tokens: readonly MarkedToken[], above: number): number {
  if (above > deepest) return above;
  return tokens.reduce((most, token) => {
    const inner = token.type === 'list' ? token.items : 'tokens' in token ? token.tokens : undefined;
    return inner ? Math.max(most, depth(inner as MarkedToken[], above + 1)) : most;
  }, above);
}

const everyday = 20_000;

/** Whether a text has a table with far more cells than it writes down, since the rows under a wide head are filled up. */
function hollowTable(text: string): boolean {
  let rows = 0;
  let bars = 0;
  for (const line of text.split(/\r\n|\n|\r/).reverse()) {
    const own = line.split('|').length;
    if (/^[\s>|:+*\d.)-]*$/.test(line) && line.includes('-') && own * rows > 2 * bars + everyday) return true;
    const ends = line.trim() === '';
    rows = ends ? 0 : rows + 1;
    bars = ends ? 0 : bars + own;
  }
  return false;
}
