import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeCharacterReferences } from '../values/character-references.ts';
import { markdownTokens, type FootnoteToken } from './markdown-tokens.ts';

/** Returns the words of a Markdown text as they are shown, without any marks: a line for each block, item and row. */
export function plainTextFromMarkdown(text: string): string {
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
  if (token.type === 'space' || token.type === 'def' || token.type === 'hr') return '';
  if (token.type === 'list') return linesOf(token.items);
  if (token.type === 'list_item' || token.type === 'blockquote') return linesOf(token.tokens);
  if (token.type === 'table') return [token.header, ...token.rows].map(rowText).join('\n');
  return inlineText([token]);
}

const rowText = (cells: readonly Tokens.TableCell[]) =>
  cells.flatMap(({ tokens }) => inlineText(tokens) || []).join(' · ');

/** Returns the words of tokens within a line as they are shown; a line break stays one. */
export function inlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return '\n';
      if (token.type === 'footnote') return `[${(token as FootnoteToken).text}]`;
      const { tokens: within } = token as { tokens?: Token[] };
      if (within) return inlineText(within);
      return decodeCharacterReferences('text' in token ? String(token.text) : '');
    })
    .join('');
}
