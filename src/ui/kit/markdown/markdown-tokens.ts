import { Lexer, Tokenizer, type MarkedToken, type Token } from 'marked';

const longest = 200_000;
const deepest = 40;
/** The most pairs of emphasis marks. Matching them takes quadratic time; this many take a fraction of a second. */
const mostPairs = 30_000_000;

/** What ends a sentence or a quotation, and never stands in an address as people write it. */
const afterAddress = /[“”‘’„«»‹›「」『』《》【】（），。、；：！？…]/u;

/** Ends bare addresses before closing quotes and Chinese punctuation, or leaves all addresses as text. */
class Addresses extends Tokenizer {
  readonly #links: boolean;

  constructor(links: boolean) {
    super();
    this.#links = links;
  }

  override link(src: string): ReturnType<Tokenizer['link']> {
    return this.#links ? super.link(src) : undefined;
  }

  override autolink(src: string): ReturnType<Tokenizer['autolink']> {
    return this.#links ? super.autolink(src) : undefined;
  }

  override url(src: string): ReturnType<Tokenizer['url']> {
    if (!this.#links) return undefined;
    const end = src.search(afterAddress);
    return super.url(end < 0 ? src : src.slice(0, end));
  }
}

/**
 * Returns the tokens that `MarkdownTree` renders; null if the text is too long or too deeply nested. Without `links`,
 * addresses are text.
 */
export function markdownTokens(text: string, { links = true } = {}): MarkedToken[] | null {
  if (text.length > longest || /^[\s>*+-]{400}/m.test(text) || hollowTable(text)) return null;
  try {
    const tokens = read(text.replace(/\r\n?/g, '\n'), links);
    return depth(tokens, 0) > deepest ? null : tokens;
  } catch {
    return null;
  }
}

/** Tokens like those of the library's `lexer`, except that lines with too many marks stay plain text. */
function read(text: string, links: boolean): MarkedToken[] {
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new Addresses(links) });
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

/**
 * True if rendering a table would create far more cells than its text contains, since each row is padded to the width
 * of the head.
 */
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
