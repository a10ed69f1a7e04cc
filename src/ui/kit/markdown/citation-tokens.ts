import type { MarkedToken, Token, Tokens } from 'marked';
import { citationMark, citationNumbersIn } from '../../../task/citations.ts';

/**
 * One or more citations at one place of a text, such as `[1][2]`: `numbers` are the numbers of the sources; `at` is the
 * token's index among all citation tokens of the text, from 0.
 */
export interface CitationToken {
  type: 'citation';
  raw: string;
  text: string;
  numbers: number[];
  at: number;
}

/** Returns the tokens, with the citation marks in their texts as separate tokens, except in links and code. */
export function tokensWithCitations(tokens: readonly MarkedToken[]): MarkedToken[] {
  let citationIndex = 0;
  const split = (token: Tokens.Text): Token[] => {
    const parts: Token[] = [];
    let from = 0;
    const plain = (until: number) => {
      const text = token.text.slice(from, until);
      if (text !== '') parts.push({ ...token, raw: text, text });
    };
    for (const { 0: mark, index } of token.text.matchAll(citationMark)) {
      plain(index);
      from = index + mark.length;
      const citation: CitationToken = {
        type: 'citation',
        raw: mark,
        text: mark,
        numbers: citationNumbersIn(mark),
        at: citationIndex,
      };
      parts.push(citation);
      citationIndex += 1;
    }
    plain(token.text.length);
    return parts;
  };
  const within = (list: readonly Token[]): Token[] => list.flatMap((token) => visit(token as MarkedToken));
  const cell = (each: Tokens.TableCell): Tokens.TableCell => ({ ...each, tokens: within(each.tokens) });
  const visit = (token: MarkedToken): Token[] => {
    if (token.type === 'link') return [token];
    if (token.type === 'list') {
      const items = token.items.map((item) => ({ ...item, tokens: within(item.tokens) }));
      return [{ ...token, items }];
    }
    if (token.type === 'table')
      return [{ ...token, header: token.header.map(cell), rows: token.rows.map((row) => row.map(cell)) }];
    if ('tokens' in token) return [{ ...token, tokens: within(token.tokens) }];
    return token.type === 'text' ? split(token) : [token];
  };
  return within(tokens) as MarkedToken[];
}
