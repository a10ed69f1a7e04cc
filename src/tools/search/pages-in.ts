import type { FoundPage } from '../../domain/search-outcome.ts';

/** The rows of an answer as pages, each address once; null when there is no list. */
export function pagesIn(rows: unknown, read: (row: unknown) => FoundPage | null): FoundPage[] | null {
  if (!Array.isArray(rows)) return null;
  const pages = new Map<string, FoundPage>();
  for (const row of rows) {
    const page = read(row);
    if (page && !pages.has(page.address)) pages.set(page.address, page);
  }
  return [...pages.values()];
}
