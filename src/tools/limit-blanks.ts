const mostBlanks = 1000;
/** A break comes as two spaces and the end of a line. */
const breakLength = 3;
const longestCode = 5000;

/**
 * Takes out of a page what would make a run of blanks and empty lines longer than any that somebody wrote, however many
 * parts it is spread over: the patterns by which pages become Markdown begin anew at each blank of such a run.
 */
export function limitBlanks(content: HTMLElement): void {
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
    const kept = text.replace(/\s+/g, (blanks: string, at: number) => {
      if (at > 0) run = 0;
      const room = Math.max(0, mostBlanks - run);
      run += blanks.length;
      return blanks.slice(0, room);
    });
    if (text.slice(-1).trim() !== '') run = 0;
    if (kept.length < text.length) node.nodeValue = kept;
  }
  surplus.forEach((part) => part.remove());
  content.querySelectorAll('code').forEach(trimLongCode);
}

/** Code in a line that begins with a blank is looked through for its end at each of its signs. */
function trimLongCode(code: Element): void {
  const text = code.textContent;
  if (text.length > longestCode && code.closest('pre') === null) code.textContent = text.trim();
}
