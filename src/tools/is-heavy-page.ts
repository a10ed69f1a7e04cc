/** Each part of a page costs as much as this many levels; what reads pages looks at each of its parts on each level. */
const levels = 20;
const heaviest = 4_000_000;

/** Whether a page has more parts, or parts that lie deeper, than any that is made for readers: those may have a hundred thousand. */
export function isHeavyPage(page: Document): boolean {
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
