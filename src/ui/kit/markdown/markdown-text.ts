import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeCharacterReferences } from './link-text.ts';
import { markdownTokens, type FootnoteToken } from './markdown-tokens.ts';

/** Returns the words of a Markdown text as they are shown, without any marks: a line for each block, item and row. */
export function markdownText(text: string): string {
  const tokens = markdownTokens(text);
  return tokens ? linesOf(tokens) : text;
}

function linesOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => blockText(token as MarkedToken).trim())
    .filter((line) => line !== '')
    .join('\n');
}

function blockText(token: MarkedToken): string {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return '';
    case 'list':
      return linesOf(token.items);
    case 'list_item':
    case 'blockquote':
      return linesOf(token.tokens);
    case 'table':
      return [token.header, ...token.rows].map(rowText).join('\n');
    default:
      return wordsOf([token]);
  }
}

const rowText = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => wordsOf(tokens)).join(' · ');

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return '\n';
      if (token.type === 'footnote') return `[${(token as FootnoteToken).text}]`;
      if ('tokens' in token && token.tokens) return wordsOf(token.tokens);
      return decodeCharacterReferences('text' in token ? String(token.text) : '');
    })
    .join('');
}
