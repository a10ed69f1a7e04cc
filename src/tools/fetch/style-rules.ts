/** A style rule of the page, if a browser would apply it now. */
export interface StyleRule {
  selector: string;
  style: CSSStyleDeclaration;
  weight: CssPrecedence;
}

/** The precedence of a declaration: in a layer or not; ids, classes and types of the selector; the order. */
export type CssPrecedence = readonly number[];

export interface PageStyles {
  rules: readonly StyleRule[];
  /** The names of animations that end in a visible state. */
  revealing: ReadonlySet<string>;
}

const mostLetters = 2_000_000;

/**
 * Reads the style elements of a parsed page with the browser's own parser, which loads and applies nothing.
 */
export function readPageStyles(elements: readonly Element[]): PageStyles {
  const rules: StyleRule[] = [];
  const revealing = new Set<string>();
  let remainingLetters = mostLetters;
  for (const element of elements) {
    const text = element.textContent;
    remainingLetters -= text.length;
    if (remainingLetters < 0 || !appliesTo(element.getAttribute('media') ?? '')) continue;
    for (const rule of parsedRules(text)) collect(rule, null, 1, rules, revealing);
  }
  return { rules, revealing };
}

function parsedRules(text: string): readonly CSSRule[] {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

/** The properties that are read of the various kinds of rules; not every browser knows every kind. */
interface AnyRule {
  selectorText?: string;
  style?: CSSStyleDeclaration;
  cssRules?: CSSRuleList;
  media?: MediaList;
  conditionText?: string;
  start?: string | null;
  name?: string;
  keyText?: string;
}

function collect(
  rule: CSSRule,
  within: string | null,
  layer: number,
  rules: StyleRule[],
  revealing: Set<string>,
): void {
  const { selectorText, style, cssRules, media, conditionText, start, name } = rule as unknown as AnyRule;
  const kind = rule.constructor.name;
  if (kind === 'CSSKeyframesRule') {
    const isShown = [...(cssRules ?? [])].some((frame) => opens((frame as unknown as AnyRule).style));
    if (isShown && name) revealing.add(name);
    return;
  }
  if (media && !appliesTo(media.mediaText)) return;
  if (kind === 'CSSSupportsRule' && !CSS.supports(conditionText ?? '')) return;
  if (kind === 'CSSContainerRule') return;
  const selector = selectorText === undefined ? null : nested(selectorText, within);
  if (selector !== null && style && style.length > 0)
    rules.push({ selector, style, weight: [layer, ...specificity(selector), rules.length] });
  const inner = selector ?? (kind === 'CSSScopeRule' && start ? nested(start, within) : within);
  const deeper = kind === 'CSSLayerBlockRule' ? 0 : layer;
  for (const child of cssRules ?? []) collect(child, inner, deeper, rules, revealing);
}

const opens = (style: CSSStyleDeclaration | undefined) =>
  style !== undefined && (Number.parseFloat(style.opacity) > 0 || style.visibility === 'visible');

function nested(selector: string, within: string | null): string {
  if (within === null) return selector;
  return selector.includes('&') ? selector.replaceAll('&', `:is(${within})`) : `:is(${within}) ${selector}`;
}

function appliesTo(media: string): boolean {
  if (/^\s*(?:all|screen|)\s*$/i.test(media)) return true;
  return typeof matchMedia === 'function' && matchMedia(media).matches;
}

/** Returns the numbers of ids, classes and types; for a list the highest, which is what counts for hiding. */
function specificity(selector: string): [number, number, number] {
  const plain = selector.replace(/:where\([^()]*\)/g, '').replace(/"[^"]*"|'[^']*'/g, '');
  const counts = plain
    .split(/,(?![^(]*\))/)
    .map((one): [number, number, number] => [
      one.match(/#[\w-]+/g)?.length ?? 0,
      one.match(/\.[\w-]+|\[[^\]]*\]|(?<!:):(?!is\b|not\b|has\b|:)[\w-]+/g)?.length ?? 0,
      one.match(/(?<![\w.#:[-])[a-z][\w-]*/gi)?.length ?? 0,
    ]);
  return counts.reduce((most, one) => (compareCssPrecedence(one, most) > 0 ? one : most));
}

/** Returns a positive number if the first weighs more. */
export function compareCssPrecedence(a: CssPrecedence, b: CssPrecedence): number {
  const partIndex = a.findIndex((part, place) => part !== b[place]);
  return partIndex < 0 ? 0 : (a[partIndex] ?? 0) - (b[partIndex] ?? 0);
}
