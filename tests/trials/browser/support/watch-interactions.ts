import type { Page } from '@playwright/test';

/** What browsers with Blink say of a movement; TypeScript does not know it. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

interface Interactions {
  /** Milliseconds from a press or key to the frame that shows what came of it. */
  interactions: number[];
  /** The sum of all that has moved without having been touched, as browsers count it. */
  shift: number;
  /** Each such movement, with what moved, from where and to where. */
  jumps: string[];
}

/** Has the page count from its next beginning. */
export async function watchInteractions(page: Page): Promise<() => Promise<Interactions>> {
  await page.addInitScript(() => {
    const moved = { shift: 0, jumps: [] as string[] };
    const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    const named = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element
        ? `${element.localName}.${element.getAttribute('class') ?? ''} “${element.textContent.trim().slice(0, 40)}”`
        : '(gone)';
    };
    const spent = new Map<number, number>();
    Object.assign(globalThis, { moved, spent });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId > 0)
          spent.set(entry.interactionId, Math.max(spent.get(entry.interactionId) ?? 0, entry.duration));
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        moved.shift += value;
        const all = sources.map((each) => `${named(each.node)} ${box(each.previousRect)} → ${box(each.currentRect)}`);
        moved.jumps.push(`${value.toFixed(4)}: ${all.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const { moved, spent } = globalThis as unknown as {
        moved: Omit<Interactions, 'interactions'>;
        spent: Map<number, number>;
      };
      return { ...moved, interactions: [...spent.values()] };
    });
}
