import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api';

/** What is sought in a page: by role and accessible name, or by a selector, and by the text in it. */
export interface Target {
  role?: string;
  /** The whole name, or with `pattern` a regular expression. */
  name?: string;
  pattern?: string;
  selector?: string;
  text?: string;
}

export interface Seen {
  name: string;
  text: string;
  value: string;
  checked: boolean;
  attributes: Record<string, string>;
  box: { x: number; y: number; width: number; height: number };
}

/** All that is found, each kind within what was found of the one before, in the order of the page. */
function find(way: readonly Target[]): Element[] {
  return way.reduce<Element[]>(
    (roots, sought) => roots.flatMap((root) => [...root.querySelectorAll('*')].filter((each) => fits(each, sought))),
    [document.documentElement],
  );
}

function fits(element: Element, { role, name, pattern, selector, text }: Target): boolean {
  if (selector !== undefined && !element.matches(selector)) return false;
  if (role !== undefined && getRole(element) !== role) return false;
  if (text !== undefined && !textOf(element).includes(text)) return false;
  if (role !== undefined && isInaccessible(element)) return false;
  if (name !== undefined && nameOf(element) !== name) return false;
  return pattern === undefined || new RegExp(pattern).test(nameOf(element));
}

function nameOf(element: Element): string {
  return computeAccessibleName(element).trim().replace(/\s+/g, ' ');
}

function textOf(element: Element): string {
  return (element instanceof HTMLElement ? element.innerText : element.textContent).replace(/\s+/g, ' ');
}

function look(way: readonly Target[]): Seen[] {
  return find(way).map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const field = element as HTMLInputElement;
    return {
      name: nameOf(element),
      text: textOf(element),
      value: typeof field.value === 'string' ? field.value : '',
      checked: element instanceof HTMLInputElement && element.checked,
      attributes: Object.fromEntries([...element.attributes].map((each) => [each.name, each.value])),
      box: { x, y, width, height },
    };
  });
}

/**
 * The middle of the first one found, once it lies in sight, stands still, is enabled and nothing lies over it; else
 * null.
 */
async function reach(way: readonly Target[]): Promise<{ x: number; y: number } | null> {
  const [element] = find(way);
  if (!element || element.matches(':disabled')) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y || width === 0 || height === 0) return null;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const hit = document.elementFromPoint(middle.x, middle.y);
  return hit && (element.contains(hit) || hit.closest('label')?.contains(element)) ? middle : null;
}

/** Puts a value into a field as typing or choosing would; an option is named by its value or its words. */
function fill(way: readonly Target[], value: string): boolean {
  const [field] = find(way);
  if (field instanceof HTMLSelectElement) {
    const option = [...field.options].find((each) => each.value === value || each.text.trim() === value);
    if (!option || field.disabled) return false;
    field.value = option.value;
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    if (field.disabled) return false;
    field.focus();
    field.value = value;
  } else return false;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

function focus(way: readonly Target[]): boolean {
  const [element] = find(way);
  if (!(element instanceof HTMLElement)) return false;
  element.focus();
  return document.activeElement === element;
}

function focused(way: readonly Target[]): boolean {
  return find(way)[0] === document.activeElement;
}

const wrong: string[] = [];
addEventListener('error', (event) => {
  /* The app takes this notice away from those who listen after it; after a reload this one may have been first. */
  if (event instanceof ErrorEvent && !event.message.startsWith('ResizeObserver loop'))
    wrong.push(`uncaught: ${event.message}`);
});
addEventListener('unhandledrejection', ({ reason }) => wrong.push(`unhandled: ${String(reason)}`));
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  wrong.push(`against the policy: ${violatedDirective} ${blockedURI}`),
);

Object.assign(globalThis, { cairnVisitor: { look, reach, fill, focus, focused, wrong } });
