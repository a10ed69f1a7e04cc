import { whileInert } from './inert-html.ts';
import { isHeavyPage } from './is-heavy-page.ts';
import { pageMarkdown } from './page-markdown.ts';
import { removeOverlays } from './remove-overlays.ts';
import { unarmedHtml } from './unarmed-html.ts';

export interface ReadablePage {
  title: string | null;
  markdown: string;
  /** The same without any marks. */
  text: string;
}

/** What a reader of an HTML page sees of it, as Markdown with absolute links; without menus, banners and overlays. */
export async function readablePage(html: string, url: string): Promise<ReadablePage> {
  const page = documentOf(html, url);
  if (isHeavyPage(page)) return plainPage(page);
  const { Readability } = await import('@mozilla/readability');
  removeOverlays(page);
  const whole = documentOf(page.documentElement.outerHTML, url);
  hidePlaces(page, url);
  page.querySelectorAll('nav:has(a)').forEach((menu) => menu.remove());
  const article = whileInert(() => new Readability(page, { charThreshold: 500 }).parse());
  const content = article?.content ? withPlaces(documentOf(article.content, url), url).body : bareBody(whole);
  const title = article?.title?.trim() || whole.title.trim();
  return {
    title: title === '' ? null : title,
    markdown: await pageMarkdown(content),
    text: (content.textContent || '').trim(),
  };
}

/** For pages that nobody could lay out: their words, a line for each piece of text. */
function plainPage(page: Document): ReadablePage {
  const pieces = page.createTreeWalker(bareBody(page), NodeFilter.SHOW_TEXT);
  const lines: string[] = [];
  while (pieces.nextNode()) lines.push((pieces.currentNode.nodeValue ?? '').replace(/\s+/g, ' ').trim());
  const text = lines.filter((line) => line !== '').join('\n');
  const title = page.title.trim();
  return { title: title === '' ? null : title, markdown: text, text };
}

const place = 'data-place';

/** Makes words of the links within the page, for as long as the article is looked for: a table of contents is no menu. */
function hidePlaces(page: Document, url: string): void {
  for (const link of page.querySelectorAll('a[href]')) {
    const [address = '', at] = link.getAttribute('href')?.split('#') ?? [];
    if (address !== url.split('#')[0] || !at) continue;
    const words = page.createElement('span');
    words.setAttribute(place, at);
    words.append(...link.childNodes);
    link.replaceWith(words);
  }
}

/** The links within the page again. */
function withPlaces(page: Document, url: string): Document {
  for (const words of page.querySelectorAll(`span[${place}]`)) {
    const link = page.createElement('a');
    link.href = `${url.split('#')[0]}#${words.getAttribute(place)}`;
    link.append(...words.childNodes);
    words.replaceWith(link);
  }
  return page;
}

/** The parsed page, in which the address of every link is whole: it starts from where the page was fetched. */
function documentOf(html: string, url: string): Document {
  const page = whileInert(() => new DOMParser().parseFromString(unarmedHtml(html), 'text/html'));
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

/** For pages in which no article is found, such as lists of links: all that stands in them. */
function bareBody(page: Document): HTMLElement {
  page.querySelectorAll('script, style, noscript, template, svg').forEach((part) => part.remove());
  return page.body;
}
