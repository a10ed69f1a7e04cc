interface Swiped {
  left: () => void;
  right: () => void;
}

const slack = 10;
const farthest = 120;

/**
 * An attachment that lets an element be swiped sideways; if it is swiped far enough, the action of that side runs.
 * During the swipe, `data-swipe` of its parent is the side, and `data-far` means that releasing runs the action.
 * Scrolling is left to the browser.
 */
export function swipe({ left, right }: Swiped): (element: HTMLElement) => () => void {
  return (element) => {
    const ending = new AbortController();
    const place = element.parentElement ?? element;
    let from: { x: number; y: number } | null = null;
    let swipeDistance = 0;

    const draw = (by: number): void => {
      swipeDistance = by;
      element.style.translate = by === 0 ? '' : `${by}px`;
      if (by === 0) delete place.dataset.swipe;
      else place.dataset.swipe = by > 0 ? 'right' : 'left';
      place.toggleAttribute('data-far', isFar());
    };
    const isFar = (): boolean => Math.abs(swipeDistance) >= Math.min(farthest, element.offsetWidth * 0.35);
    const end = (isReleased: boolean): void => {
      const side = isReleased && isFar() ? (swipeDistance > 0 ? right : left) : null;
      from = null;
      draw(0);
      side?.();
    };
    const on = (
      type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
      pointerListener: (e: PointerEvent) => void,
    ) => element.addEventListener(type, pointerListener, { signal: ending.signal });

    on('pointerdown', ({ pointerType, isPrimary, clientX: x, clientY: y }) => {
      if (pointerType === 'touch' && isPrimary) from = { x, y };
    });
    on('pointermove', ({ clientX, clientY, pointerId }) => {
      if (!from) return;
      const [across, down] = [clientX - from.x, Math.abs(clientY - from.y)];
      if (swipeDistance === 0 && Math.abs(across) < slack) return;
      if (swipeDistance === 0 && Math.abs(across) <= down) from = null;
      else {
        if (swipeDistance === 0) element.setPointerCapture(pointerId);
        draw(across);
      }
    });
    on('pointerup', () => end(true));
    on('pointercancel', () => end(false));
    return () => ending.abort();
  };
}
