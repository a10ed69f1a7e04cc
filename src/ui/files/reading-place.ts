/** Where each file was left, as a part of its height; for as long as the page lives. */
const places = new Map<string, number>();

/** What a person scrolls with. */
const touches = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Scrolls a file's content to where it was left, and remembers where it is left; returns what ends that. */
export function keepReadingPlace(content: HTMLElement, id: string): () => void {
  let scroller = content.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  if (!scroller) return () => undefined;
  const [element, left] = [scroller, places.get(id) ?? 0];
  let isTouched = false;
  const touch = () => (isTouched = true);
  const note = () => isTouched && places.set(id, element.scrollTop / element.scrollHeight);
  const size = new ResizeObserver(() => {
    if (!isTouched && left > 0) element.scrollTop = left * element.scrollHeight;
  });
  size.observe(content);
  for (const type of touches) element.addEventListener(type, touch, { passive: true });
  element.addEventListener('scroll', note, { passive: true });
  return () => {
    size.disconnect();
    for (const type of touches) element.removeEventListener(type, touch);
    element.removeEventListener('scroll', note);
  };
}
