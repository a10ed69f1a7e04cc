/**
 * Copies an answer as the model wrote it and, from where it is shown, as formatted text for programs that take such
 * text, with the lines of `first` before it. The formatted text loads no picture from a site when it is pasted.
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
    'text/plain': [...first, text].join('\n\n'),
    ...(answerElement && { 'text/html': lines.join('') + formattedText(answerElement) }),
  };
  const blobs = Object.entries(kinds).map(([type, content]) => [type, new Blob([content], { type })] as const);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
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
