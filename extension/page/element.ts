type Attributes = Partial<Record<'class' | 'src' | 'alt' | 'datetime' | 'aria-label' | 'role', string>>;

/** Creates an element with text and elements in it; strings are never parsed as HTML. */
export function element(
  name: string,
  { press, ...attributes }: Attributes & { press?: () => unknown } = {},
  ...inside: (Node | string)[]
): HTMLElement {
  const htmlElement = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) htmlElement.setAttribute(key, value);
  if (press) htmlElement.addEventListener('click', press);
  htmlElement.append(...inside);
  return htmlElement;
}
