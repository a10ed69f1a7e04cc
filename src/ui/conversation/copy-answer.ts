import { type Tokens, walkTokens } from 'marked';
import { hostBeside, safeAddress } from '../kit/markdown/link-text.ts';
import { markdownTokens } from '../kit/markdown/markdown-tokens.ts';

/**
 * Copies an answer as Markdown and, from where it is shown, as formatted text for programs that take such text, with the
 * lines of `first` before it. Neither loads a picture from a site when it is pasted.
 */
export async function copyAnswer(text: string, shown: Element | null, first: readonly string[] = []): Promise<void> {
  const lines = first.map((line) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    return paragraph.outerHTML;
  });
  const kinds = {
    'text/plain': [...first, asShown(text)].join('\n\n'),
    ...(shown && { 'text/html': lines.join('') + formattedText(shown) }),
  };
  const blobs = Object.entries(kinds).map(([type, content]) => [type, new Blob([content], { type })] as const);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
}

/** The Markdown as the page shows it: with each picture of a site as a link to it, and tags as text. */
function asShown(text: string): string {
  let plain = text;
  void walkTokens(markdownTokens(text) ?? [], (token) => {
    if (token.type === 'image' && /^(?:https?:)?\/\//i.test(String(token.href)))
      plain = plain.replaceAll(token.raw, token.raw.replace(/^!/, ''));
    if (token.type === 'html') plain = plain.replaceAll(token.raw, token.raw.replace(tag, '\\<'));
    if (token.type === 'link') plain = plain.replaceAll(token.raw, () => shownLink(token as Tokens.Link));
  });
  return plain;
}

/** The start of a tag, which the page shows as text; it shows a line break as one. */
const tag = /<(?!br *\/?>)(?=[a-z/!?])/gi;

/** A link as the page shows it: as its text if it may not be opened, with its true host behind another address. */
function shownLink({ raw, href, text }: Tokens.Link): string {
  if (!URL.canParse(href)) return raw;
  const url = safeAddress(href);
  if (!url) return text;
  const host = /^\s*(?:https?:\/\/|www\.)/i.test(text) ? hostBeside(url, text) : null;
  return host === null ? raw : `${raw} (${host})`;
}

const keptAttributes: ReadonlySet<string> = new Set(['href', 'start', 'align']);

/**
 * Returns an element’s content as HTML without its controls and icons: links become anchors, and marks of sources
 * numbers in brackets.
 */
function formattedText(shown: Element): string {
  const copy = shown.cloneNode(true) as Element;
  for (const mark of copy.querySelectorAll('[role="img"][aria-label]'))
    mark.replaceWith(`${mark.getAttribute('aria-label') ?? ''} `);
  for (const image of copy.querySelectorAll('img')) image.replaceWith(image.alt);
  for (const label of copy.querySelectorAll('[data-alt]')) label.replaceWith(label.getAttribute('data-alt') ?? '');
  for (const each of copy.querySelectorAll('[style*="text-align"]'))
    each.setAttribute('align', (each as HTMLElement).style.textAlign);
  for (const host of copy.querySelectorAll('[data-address] + .dim')) host.replaceWith(` ${host.textContent}`);
  for (const each of copy.querySelectorAll('svg, .dim, button.card')) each.remove();
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
