import type { Token, Tokens } from 'marked';
import { safeAddress } from '../../values/safe-address.ts';
import { hostMissingInLinkText } from '../kit/markdown/link-text.ts';
import { markdownTokens } from '../../formats/markdown-tokens.ts';

/**
 * Copies an answer as Markdown and, from where it is shown, as formatted text for programs that take such text, with
 * the lines of `first` before it. Neither loads a picture from a site when it is pasted.
 */
export async function copyAnswer(
  text: string,
  answerElement: Element | null,
  first: readonly string[] = [],
): Promise<void> {
  const lines = first.map((line) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    return paragraph.outerHTML;
  });
  const kinds = {
    'text/plain': [...first, asShown(text)].join('\n\n'),
    ...(answerElement && { 'text/html': lines.join('') + formattedText(answerElement) }),
  };
  const blobs = Object.entries(kinds).map(([type, content]) => [type, new Blob([content], { type })] as const);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
}

/**
 * The Markdown as the page shows it: with each picture of a site as a link to it, tags that load something as text, links that may not be
 * opened as their text, and the true host behind a link that shows another address. Code stays as it is.
 */
function asShown(text: string): string {
  const source = text.replace(/\r\n?/g, '\n');
  let plain = '';
  let copiedUntil = 0;
  const copyTo = (place: number) => {
    plain += source.slice(copiedUntil, place);
    copiedUntil = Math.max(copiedUntil, place);
  };
  /** Where the lines of a token stand: in lists, quotations and tables more stands between them. */
  const placesOf = (raw: string): { start: number; end: number }[] => {
    let from = copiedUntil;
    return raw.split('\n').flatMap((each) => {
      const line = each.trim();
      const sourceLine = [line, line.replaceAll('|', String.raw`\|`)].find((form) => source.includes(form, from));
      if (line === '' || sourceLine === undefined) return [];
      const start = source.indexOf(sourceLine, from);
      from = start + sourceLine.length;
      return [{ start, end: from }];
    });
  };
  const copy = (token: Token): void => {
    const parts = partsOf(token);
    if (parts.length > 0 && token.type !== 'link' && token.type !== 'image') {
      parts.forEach(copy);
      return;
    }
    const places = placesOf(token.raw);
    const start = places[0]?.start ?? copiedUntil;
    const end = places.at(-1)?.end ?? copiedUntil;
    if (token.type === 'html' && loadingTag.test(token.raw))
      for (const place of places) {
        copyTo(place.start);
        plain += source.slice(place.start, place.end).replace(tag, String.raw`\<`);
        copiedUntil = place.end;
      }
    else if (token.type === 'link') {
      const { isClosed, host } = shownLink(token as Tokens.Link);
      copyTo(start);
      if (isClosed) copiedUntil += Math.max(0, token.raw.indexOf(parts[0]?.raw ?? ''));
      parts.forEach(copy);
      if (isClosed) copiedUntil = Math.max(copiedUntil, end);
      copyTo(end);
      if (host !== null) plain += ` (${host})`;
    } else if (token.type === 'image' && /^(?:https?:)?\/\//i.test(String(token.href))) {
      copyTo(start);
      copiedUntil = Math.min(start + 1, end);
      parts.forEach(copy);
      copyTo(end);
    } else copyTo(end);
  };
  (markdownTokens(source) ?? []).forEach(copy);
  return plain + source.slice(copiedUntil);
}

/** The tokens within a token, in the order of the text. */
function partsOf(token: Token): Token[] {
  if (token.type === 'list') return (token as Tokens.List).items;
  if (token.type !== 'table') return 'tokens' in token ? (token.tokens ?? []) : [];
  const { header, rows } = token as Tokens.Table;
  return [header, ...rows].flatMap((cells) => cells.flatMap(({ tokens }) => tokens));
}

/** A tag that loads or runs something where it is pasted; every other one may be code. */
const loadingTag =
  /<(?:[\w:-]+[\s/](?:[^>]*[\s"'/])?(?:src|srcset|href|data|poster|background|style|action|on\w+)\s*=|(?:script|style|meta)\b)/i;
/** The start of a tag, which the page shows as text; it shows a line break as one. */
const tag = /<(?!br *\/?>)(?=[a-z/!?])/gi;

/** How the page shows a link: only its text if it may not be opened, and its true host behind another address. */
function shownLink({ href, text }: Tokens.Link): { isClosed: boolean; host: string | null } {
  const url = URL.canParse(href) ? safeAddress(href) : null;
  const namesAddress = /^\s*(?:https?:\/\/|www\.)/i.test(text);
  return { isClosed: URL.canParse(href) && !url, host: url && namesAddress ? hostMissingInLinkText(url, text) : null };
}

const keptAttributes: ReadonlySet<string> = new Set(['href', 'start', 'align', 'border', 'cellpadding', 'cellspacing']);

/**
 * Returns an element’s content as HTML without its controls and icons: links become anchors, and marks of sources
 * numbers in brackets.
 */
function formattedText(answerElement: Element): string {
  const copy = answerElement.cloneNode(true) as Element;
  for (const mark of copy.querySelectorAll('[role="img"][aria-label]'))
    mark.replaceWith(`${mark.getAttribute('aria-label') ?? ''} `);
  for (const image of copy.querySelectorAll('img')) image.replaceWith(image.alt);
  for (const label of copy.querySelectorAll('[data-alt]')) label.replaceWith(label.getAttribute('data-alt') ?? '');
  for (const each of copy.querySelectorAll('[style*="text-align"]'))
    each.setAttribute('align', (each as HTMLElement).style.textAlign);
  /** Attributes, not styles, which some mail programs remove. */
  for (const table of copy.querySelectorAll('table'))
    for (const [name, value] of [
      ['border', '1'],
      ['cellpadding', '4'],
      ['cellspacing', '0'],
    ] as const)
      table.setAttribute(name, value);
  for (const host of copy.querySelectorAll('[data-address] + .dim')) host.replaceWith(` ${host.textContent}`);
  for (const each of copy.querySelectorAll('svg, .dim, button.card, [data-code-head]')) each.remove();
  for (const button of copy.querySelectorAll('button')) {
    const label = button.textContent;
    button.replaceWith(button.hasAttribute('aria-haspopup') ? `[${label}]` : label);
  }
  for (const link of copy.querySelectorAll('[data-address]')) {
    const anchor = document.createElement('a');
    anchor.href = link.getAttribute('data-address') ?? '';
    anchor.append(...link.childNodes);
    link.replaceWith(anchor);
  }
  for (const each of copy.querySelectorAll('*'))
    for (const { name } of [...each.attributes]) if (!keptAttributes.has(name)) each.removeAttribute(name);
  return copy.innerHTML.replace(/<!--.*?-->/gs, '');
}
