import type { Page } from '@playwright/test';

interface Interactions {
  /** Milliseconds from a press or key to the frame that shows what came of it. */
  interactions: number[];
  /** The sum of all that has moved without having been touched, as browsers count it. */
  shift: number;
}

/** Has the page count from its next beginning. */
export async function watchInteractions(page: Page): Promise<() => Promise<Interactions>> {
  await page.addInitScript(() => {
    const moved = { shift: 0 };
    const spent = new Map<number, number>();
    Object.assign(globalThis, { moved, spent });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId > 0)
          spent.set(entry.interactionId, Math.max(spent.get(entry.interactionId) ?? 0, entry.duration));
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) moved.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const { moved, spent } = globalThis as unknown as { moved: { shift: number }; spent: Map<number, number> };
      return { shift: moved.shift, interactions: [...spent.values()] };
    });
}
