/** Prints what is shown of a file, under its name, in a frame of its own: the rest of the page stays off the paper. */
export async function printContent(name: string, content: HTMLElement): Promise<void> {
  const frame = document.createElement('iframe');
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (!page || !view) {
    frame.remove();
    return;
  }
  page.title = name;
  const contentCopy = page.importNode(content, true);
  page.body.append(contentCopy);
  page.body.style.font = '11pt/1.5 sans-serif';
  for (const each of contentCopy.querySelectorAll('nav, [data-code-head]')) each.remove();
  for (const pre of contentCopy.querySelectorAll('pre')) pre.style.whiteSpace = 'pre-wrap';
  for (const image of contentCopy.querySelectorAll('img')) {
    image.style.maxWidth = '100%';
    await image.decode().catch(() => undefined);
  }
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}
