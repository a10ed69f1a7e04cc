import { pageMarkdown } from './page-markdown.ts';
import { removeHidden } from './remove-hidden.ts';
import { ownStyleAttribute } from './styled-parts.ts';
import { removeOverlays } from './remove-overlays.ts';
import type { StaticPageContent, HtmlReader, ReadablePage } from '../../ports/file-reading.ts';

/** Reads HTML with the browser's own parser, which workers do not have. */
export const htmlPageReader: HtmlReader = { readable: readablePage, bare: async (html) => barePage(parsedPage(html)) };

function barePage(page: Document): StaticPageContent {
  const has = (what: string) => page.querySelector(what) !== null;
  const is = { scripts: has('script'), buttons: has('button'), passwords: has('input[type=password]') };
  page.body.querySelectorAll('script, noframes, no-frames, noscript, template').forEach((each) => each.remove());
  return { ...is, text: page.body.textContent.replace(/\s+/g, ' ').trim() };
}

export async function readablePage(html: string, url: string): Promise<ReadablePage> {
  const page = documentOf(html, url);
  removeHidden(page);
  if (isHeavyPage(page)) return plainPage(page);
  const { Readability } = await import('@mozilla/readability');
  removeOverlays(page);
  const whole = documentOf(page.documentElement.outerHTML, url);
  hidePlaces(page, url);
  page.querySelectorAll('nav:has(a)').forEach((menu) => menu.remove());
  const article = whileInert(() => new Readability(page, { charThreshold: 500, keepClasses: true }).parse());
  const content = article?.content ? withPlaces(documentOf(article.content, url), url).body : bareBody(whole);
  const title = titleOf(whole, article?.title?.trim() ?? '');
  return {
    title: title === '' ? null : title,
    markdown: await pageMarkdown(content),
    text: (content.textContent || '').trim(),
  };
}

/**
 * Returns the title that was found in a page. Returns the page's own title instead if none was found, or if only the
 * part after its colon was found and a heading shows that the part before the colon belongs to the title.
 */
function titleOf(page: Document, articleTitle: string): string {
  const own = page.title.trim();
  const isPart = own.endsWith(`: ${articleTitle}`);
  const headings = isPart ? [...page.querySelectorAll('h1, h2')].map(({ textContent }) => textContent.trim()) : [];
  return articleTitle === '' || headings.some((each) => each.includes(': ') && own.startsWith(each))
    ? own
    : articleTitle;
}

/** Returns the text of a page too large to convert, one line per text node. */
function plainPage(page: Document): ReadablePage {
  const pieces = page.createTreeWalker(bareBody(page), NodeFilter.SHOW_TEXT);
  const lines: string[] = [];
  while (pieces.nextNode()) lines.push((pieces.currentNode.nodeValue ?? '').replace(/\s+/g, ' ').trim());
  const text = lines.filter((line) => line !== '').join('\n');
  const title = page.title.trim();
  return { title: title === '' ? null : title, markdown: text, text };
}

const place = 'data-place';

/**
 * Replaces links within the page by text while the article is extracted, so that a table of contents is not mistaken
 * for a menu.
 */
function hidePlaces(page: Document, url: string): void {
  for (const link of page.querySelectorAll('a[href]')) {
    const [address = '', anchor] = link.getAttribute('href')?.split('#') ?? [];
    if (address !== url.split('#')[0] || !anchor) continue;
    const words = page.createElement('span');
    words.setAttribute(place, anchor);
    words.append(...link.childNodes);
    link.replaceWith(words);
  }
}

/** Restores the links within the page. */
function withPlaces(page: Document, url: string): Document {
  for (const words of page.querySelectorAll(`span[${place}]`)) {
    const link = page.createElement('a');
    link.href = `${url.split('#')[0]}#${words.getAttribute(place)}`;
    link.append(...words.childNodes);
    words.replaceWith(link);
  }
  return page;
}

/** Returns the page as a document whose scripts do not run and which loads nothing. */
function parsedPage(html: string): Document {
  return whileInert(() => new DOMParser().parseFromString(inertHtml(html), 'text/html'));
}

/** Returns the parsed page with absolute link addresses, resolved against the address that it was fetched from. */
function documentOf(html: string, url: string): Document {
  const page = parsedPage(html);
  const base = resolved(page.querySelector('meta[data-base]')?.getAttribute('href') ?? '', url) ?? url;
  for (const link of page.querySelectorAll('a[href]')) {
    const href = resolved(link.getAttribute('href') ?? '', base);
    if (href === null) link.removeAttribute('href');
    else link.setAttribute('href', href);
  }
  return page;
}

function resolved(address: string, base: string): string | null {
  return URL.canParse(address, base) ? new URL(address, base).href : null;
}

/** Returns the whole body, for pages without an article, such as lists of links. */
function bareBody(page: Document): HTMLElement {
  page.querySelectorAll('script, noframes, noscript, template, svg').forEach((part) => part.remove());
  return page.body;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string | null }): unknown;
}

let parsing = false;

/**
 * Allows markup to be parsed into inert documents, which never run or load anything, while `work` runs and at no other
 * time: all other assignments of markup, except of an empty text, stay forbidden by Trusted Types. `work` is
 * synchronous.
 */
function whileInert<T>(work: () => T): T {
  allowOnce();
  parsing = true;
  try {
    return work();
  } finally {
    parsing = false;
  }
}

let hasHtmlPolicy = false;

function allowOnce(): void {
  if (hasHtmlPolicy) return;
  hasHtmlPolicy = true;
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', { createHTML: (html) => (parsing || html === '' ? html : null) });
}

/**
 * The cost of each element in addition to its depth, expressed in levels of depth: page readers visit each element once
 * at each level.
 */
const levels = 20;
const heaviest = 4_000_000;

/** True if a page has more or deeper elements than any page made for readers; those may have a hundred thousand. */
function isHeavyPage(page: Document): boolean {
  let weight = 0;
  let depth = 0;
  let part: Element | null = page.documentElement;
  while (part) {
    weight += levels + depth;
    if (weight > heaviest) return true;
    if (part.firstElementChild) {
      part = part.firstElementChild;
      depth += 1;
      continue;
    }
    while (part && !part.nextElementSibling) {
      part = part.parentElement;
      depth -= 1;
    }
    part = part?.nextElementSibling ?? null;
  }
  return false;
}

const opening = /<\/?[a-z][^\s/>]*/gi;
/** Replacements for the tags that a policy would report; the content of `noframes` is parsed like that of `style`. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['<base', '<meta data-base'],
  ['<style', '<noframes'],
  ['</style', '</noframes'],
  ['<noframes', '<no-frames'],
  ['</noframes', '</no-frames'],
]);
const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/y;

/**
 * Returns HTML that can be parsed without violating this page's Content Security Policy: event-handler and style
 * attributes are renamed, `<base>` and `<style>` are replaced by other tags. They would have no effect in a parsed,
 * inert document, but the browser would report each as a violation and empty the styles.
 */
export function inertHtml(html: string): string {
  const pieces: string[] = [];
  let copiedUntil = 0;
  const put = (at: number, length: number, instead: string) => {
    pieces.push(html.slice(copiedUntil, at), instead);
    copiedUntil = at + length;
  };
  opening.lastIndex = 0;
  for (let tag = opening.exec(html); tag; tag = opening.exec(html)) {
    const instead = renamed.get(tag[0].toLowerCase());
    if (instead !== undefined) put(tag.index, tag[0].length, instead);
    if (tag[0][1] === '/') continue;
    attribute.lastIndex = opening.lastIndex;
    for (let attributeMatch = attribute.exec(html); attributeMatch; attributeMatch = attribute.exec(html)) {
      const [whole, name = ''] = attributeMatch;
      const nameStart = attributeMatch.index + whole.indexOf(name);
      if (/^on/i.test(name) || name.toLowerCase() === ownStyleAttribute) put(nameStart, 0, 'data-');
      else if (/^style$/i.test(name)) put(nameStart, name.length, ownStyleAttribute);
      opening.lastIndex = attribute.lastIndex;
    }
  }
  return [...pieces, html.slice(copiedUntil)].join('');
}
