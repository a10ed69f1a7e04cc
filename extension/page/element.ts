type Attributes = Partial<Record<'class' | 'src' | 'alt' | 'datetime' | 'aria-label' | 'role', string>>;

/** Creates an element with text and elements in it; strings are never parsed as HTML. */
export function element(
  name: string,
  { press, ...attributes }: Attributes & { press?: () => unknown } = {},
  ...inside: (Node | string)[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (press) made.addEventListener('click', press);
  made.append(...inside);
  return made;
}
