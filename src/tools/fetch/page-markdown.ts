import { tidyLines } from '../../records/pdf-markdown.ts';
import { normalizeEmphasis } from './normalize-emphasis.ts';

/**
 * Returns a part of a page as Markdown, tables included. Links are absolute; those without a target or with code become
 * text.
 */
export async function pageMarkdown(content: HTMLElement): Promise<string> {
  const [{ default: Turndown }, { gfm }] = await Promise.all([
    import('turndown'),
    import('@truto/turndown-plugin-gfm'),
  ]);
  const turndown = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  turndown.use(gfm);
  turndown.remove([
    'script',
    'style',
    'noscript',
    'template',
    'iframe',
    'object',
    'button',
    'input',
    'select',
    'textarea',
  ]);
  const escaped = turndown.escape.bind(turndown);
  turndown.escape = (text) =>
    escaped(text)
      .replace(/^\\-(?=[\d.])/, '-')
      .replace(/<(?=[a-z/!?])|&(?=[a-z\d#]+;)/gi, '\\$&');
  turndown.addRule('set text', {
    filter: (node) => node.localName === 'pre' && node.firstElementChild?.localName !== 'code',
    replacement: (_, node) => fenced(node.textContent),
  });
  turndown.addRule('list in a cell', {
    filter: (node) => node.localName === 'li' && node.closest('td, th') !== null,
    replacement: (text) => `${text.trim()}<br>`,
  });
  turndown.addRule('image', {
    filter: ['img', 'picture', 'video', 'audio', 'canvas'],
    replacement: (_, node) => describedPicture(node),
  });
  limitBlanks(content);
  content.querySelectorAll('a').forEach(settleLink);
  content.querySelectorAll('pre > code').forEach(settleLanguage);
  content.querySelectorAll('caption').forEach(liftCaption);
  content.querySelectorAll('table').forEach(openLayoutTable);
  normalizeEmphasis(content);
  return tidyLines(turndown.turndown(content).replace(/^\|.*\|$/gm, singleBackslashes));
}

/**
 * Replaces each double backslash in a table row by a single one, also those before a bar or another character: the
 * table plugin doubles every backslash.
 */
const singleBackslashes = (row: string) => row.replaceAll('\\\\', '\\');

/** Returns preformatted text with its lines, in a fence longer than any in the text. */
function fenced(text: string): string {
  let longest = 2;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}\n${text.replace(/^\n|\n$/g, '')}\n${fence}\n\n`;
}

function settleLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') === null ? '' : link.href;
  if (!/^(https?|mailto):/i.test(href)) link.replaceWith(...link.childNodes);
  else link.setAttribute('href', href);
}

/** Leaves of the classes of a block of code the language alone, which may stand on the block around it. */
function settleLanguage(code: Element): void {
  const classes = [code, code.parentElement].map((part) => part?.getAttribute('class') ?? '').join(' ');
  const language = /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,20})(?:\s|$)/i.exec(classes)?.[1];
  if (language === undefined) code.removeAttribute('class');
  else code.setAttribute('class', `language-${language}`);
}

/** Moves a table's caption before the table. */
function liftCaption(caption: Element): void {
  const line = caption.ownerDocument.createElement('p');
  line.append(...caption.childNodes);
  caption.closest('table')?.before(line);
  caption.remove();
}

/** Turns a layout table (one that holds tables, or has a single cell or column) into ordinary parts of the page. */
function openLayoutTable(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const isData = rows.some((row) => row.cells.length > 1) && table.querySelector('table') === null;
  if (isData) return;
  const parts = rows
    .flatMap((row) => [...row.cells])
    .map((cell) => {
      const part = cell.ownerDocument.createElement('div');
      part.append(...cell.childNodes);
      return part;
    });
  table.replaceWith(...parts);
}

/** Returns the description of a picture, to replace its address, which is of no use to a model. */
function describedPicture(node: Element): string {
  const alt = node.getAttribute('alt')?.replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').trim();
  return alt ? `[Image: ${alt}]` : '';
}

const mostBlanks = 1000;
/** The length of a line break in Markdown: two spaces and a newline. */
const breakLength = 3;
const longestCode = 5000;

/**
 * Shortens each run of blanks and empty lines in a page to the maximum that an author would write, even if the run is
 * spread over many elements: the Markdown converter's patterns start again at each blank of a run.
 */
function limitBlanks(content: HTMLElement): void {
  const nodes = content.ownerDocument.createTreeWalker(content, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const surplus: Element[] = [];
  let run = 0;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node instanceof Element) {
      if (node.localName !== 'br') continue;
      run += breakLength;
      if (run > mostBlanks) surplus.push(node);
      continue;
    }
    const text = node.nodeValue ?? '';
    const limitedText = text.replace(/\s+/g, (blanks: string, at: number) => {
      if (at > 0) run = 0;
      const room = Math.max(0, mostBlanks - run);
      run += blanks.length;
      return blanks.slice(0, room);
    });
    if (text.slice(-1).trim() !== '') run = 0;
    if (limitedText.length < text.length) node.nodeValue = limitedText;
  }
  surplus.forEach((part) => part.remove());
  content.querySelectorAll('code').forEach(trimLongCode);
}

/** Trims long inline code: if it begins with a blank, the converter searches for its end at every character. */
function trimLongCode(code: Element): void {
  const text = code.textContent;
  if (text.length > longestCode && code.closest('pre') === null) code.textContent = text.trim();
}
