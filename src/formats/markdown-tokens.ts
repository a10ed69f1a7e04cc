import { Lexer, Tokenizer, type MarkedToken, type Token, type Tokens } from 'marked';

const longestShown = 200_000;
const deepest = 40;
/** The most pairs of emphasis marks. Matching them takes quadratic time; this many take a fraction of a second. */
const mostPairs = 30_000_000;

/** What ends a sentence or a quotation, and never stands in an address as people write it. */
const afterAddress = /[“”‘’„«»‹›「」『』《》【】（），。、；：！？…]/u;

/** A part in Chinese brackets with which an address goes on, as in `年会（报名）.html`. */
const bracketed = /^（[^（）\s]*）(?=[./_-]\w)/u;

/**
 * A formula in TeX, in a line. Money (`$5 and $10`, `20$/month`) is none, nor are names (`$PATH=$HOME`) or escaped
 * brackets (`\[1\]`).
 */
const formula =
  /^(?:\$\$([^$]{1,1000})\$\$|\$(?!\s)([^$\n`]{1,300})(?<!\s)\$(?![A-Za-z\d_/])|\\\(([^\n`]{1,1000}?)\\\)|\\\[([^\n`]{1,1000}?)\\\])/u;
/** Where a formula between `$` may begin: not after an amount or a name. */
const opening = /(?<=[^A-Za-z\d$])\$/;
/** What only a formula has: a command, a power, a letter with an index, or an equation of letters. */
const signOfFormula = /\\|\^|(?<![\p{L}\d])\p{L}(?:_|\s*=)/u;
/** A formula that takes whole lines between its marks. */
const displayed = /^ {0,3}(?:\$\$\n[^$]{1,4000}\n *\$\$|\\\[\n[^]{1,4000}?\n *\\\]) *(?:\n+|$)/;

/** What marks may be next to without a space: letters of scripts that have none between words, and Korean ones. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const punctuation = /[\p{P}\p{S}]/u;
/** Signs that end bold words such as `**Note:**` even if the text goes on without a space. */
const closingSign = /[.:;!?%)\]}"'”’…。，、；：！？）】》」』]/u;
const footnoteStart = /^ {0,3}\[\^([^\]\s]{1,40})\]:/gm;

/** A mark of a footnote (`[^1]`), in the text and before the note. */
export interface FootnoteToken {
  type: 'footnote';
  raw: string;
  /** The number or name of the note. */
  text: string;
}

/**
 * Reads Markdown as people and models write it: bare addresses end before closing quotes and Chinese punctuation, bold
 * words need no space around them in Chinese or after punctuation, footnotes stay, and so do definitions that are no
 * addresses. Without `links`, all addresses are text.
 */
class LenientTokenizer extends Tokenizer {
  readonly #links: boolean;
  readonly #footnotes: ReadonlySet<string | undefined>;

  constructor(text: string, links: boolean) {
    super();
    this.#links = links;
    this.#footnotes = new Set([...text.matchAll(footnoteStart)].map(([, name]) => name));
  }

  override link(src: string): ReturnType<Tokenizer['link']> {
    return this.#links ? super.link(src) : undefined;
  }

  override autolink(src: string): ReturnType<Tokenizer['autolink']> {
    return this.#links ? super.autolink(src) : undefined;
  }

  override url(src: string): ReturnType<Tokenizer['url']> {
    if (!this.#links) return undefined;
    return super.url(src.slice(0, addressEnd(src)));
  }

  override fences(src: string): ReturnType<Tokenizer['fences']> {
    const [raw] = displayed.exec(src) ?? [];
    return raw === undefined ? super.fences(src) : { type: 'code', raw, lang: 'tex', text: raw.trim() };
  }

  override paragraph(src: string): ReturnType<Tokenizer['paragraph']> {
    const [beginning = ''] = src.slice(0, 4000).split('\n\n', 1);
    const formulaStart = beginning.search(/\n {0,3}(?:\$\$|\\\[)\n/);
    const isBeforeFormula = formulaStart > 0 && displayed.test(src.slice(formulaStart + 1, formulaStart + 5000));
    return super.paragraph(isBeforeFormula ? src.slice(0, formulaStart + 1) : src);
  }

  override escape(src: string): ReturnType<Tokenizer['escape']> {
    return (formulaAt(src) as Tokens.Escape | undefined) ?? super.escape(src);
  }

  override inlineText(src: string): ReturnType<Tokenizer['inlineText']> {
    const formulaToken = formulaAt(src);
    if (formulaToken) return formulaToken as unknown as Tokens.Text;
    const next = src.search(opening);
    return super.inlineText(next < 0 ? src : src.slice(0, next));
  }

  override def(src: string): ReturnType<Tokenizer['def']> {
    const linkDefinition = super.def(src);
    return linkDefinition && !linkDefinition.tag.startsWith('^') && /[/.:#]/.test(linkDefinition.href)
      ? linkDefinition
      : undefined;
  }

  override reflink(src: string, links: Parameters<Tokenizer['reflink']>[1]): ReturnType<Tokenizer['reflink']> {
    const [raw, name = ''] = /^\[\^([^\]\s]{1,40})\]:?/.exec(src) ?? [];
    if (raw === undefined || !this.#footnotes.has(name)) return super.reflink(src, links);
    const footnote: FootnoteToken = { type: 'footnote', raw, text: name };
    return footnote as unknown as Tokens.Text;
  }

  override emStrong(src: string, masked: string, before?: string): ReturnType<Tokenizer['emStrong']> {
    if (/^\*{1,2}\d/.test(src) && /\d$/.test(before ?? '')) return undefined;
    return this.#strong(src, masked) ?? super.emStrong(src, masked, before);
  }

  /** Bold words whose marks CommonMark would not accept, since a letter and punctuation are on either side of one. */
  #strong(src: string, masked: string): Tokens.Strong | undefined {
    if (!/^\*\*[^\s*]/.test(src)) return undefined;
    const start = masked.length - src.length;
    const end = masked.indexOf('**', start + 3);
    const sign = (at: number) => masked[at] ?? ' ';
    const [before, first, last, after] = [sign(start - 1), sign(start + 2), sign(end - 1), sign(end + 2)];
    if (end < 0 || before === '*' || after === '*' || /\s/.test(last)) return undefined;
    const isOdd = (inner: string, outer: string) =>
      punctuation.test(inner) && !/\s/.test(outer) && !punctuation.test(outer);
    const [opensOddly, closesOddly] = [isOdd(first, before), isOdd(last, after)];
    if (!opensOddly && !closesOddly) return undefined;
    if (opensOddly && !spaceless.test(before)) return undefined;
    const mayOpen = !/[\p{L}\p{N})\]}]/u.test(before) || spaceless.test(before);
    const mayClose = spaceless.test(after) || (closingSign.test(last) && mayOpen && /\p{L}/u.test(after));
    if (closesOddly && !(mayOpen && mayClose)) return undefined;
    const raw = src.slice(0, end + 2 - start);
    const text = raw.slice(2, -2);
    return { type: 'strong', raw, text, tokens: this.lexer.inlineTokens(text) };
  }
}

/** The place at which a bare address at the start of a text ends, if not before. */
function addressEnd(src: string): number {
  let open = 0;
  for (let at = 0; at < src.length; at += 1) {
    const sign = src.charAt(at);
    const [inner] = sign === '（' ? (bracketed.exec(src.slice(at, at + 100)) ?? []) : [];
    if (inner !== undefined) at += inner.length - 1;
    else if (/\s/.test(sign) || afterAddress.test(sign)) return at;
    else if (sign === '[') open += 1;
    else if (sign === ']' && (open -= 1) < 0) return at;
  }
  return src.length;
}

/** The formula at the start of a text, as code: Markdown would take the backslashes and marks out of it. */
function formulaAt(src: string): Tokens.Codespan | undefined {
  if (!/^\$|^\\[([]/.test(src)) return undefined;
  const [raw = '', ...parts] = formula.exec(src) ?? [];
  const body = parts.find(Boolean) ?? '';
  return signOfFormula.test(body) ? { type: 'codespan', raw, text: raw } : undefined;
}

/**
 * Returns the tokens that `MarkdownTree` renders; null if the text is longer than `longest` or too deeply nested.
 * Without `links`, addresses are text.
 */
export function markdownTokens(text: string, { links = true, longest = longestShown } = {}): MarkedToken[] | null {
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
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new LenientTokenizer(text, links) });
  const tokens: Token[] = lexer.blockTokens(text, lexer.tokens);
  let pairs = mostPairs;
  for (const { src, tokens: within } of lexer.inlineQueue) {
    const cost = (src.match(/[*_~!`[\]<\\$]/g)?.length ?? 0) ** 2;
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
