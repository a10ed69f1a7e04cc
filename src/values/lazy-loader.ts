/**
 * Creates a loader that loads its value once, on first use, and shares it. A failed load is forgotten, so the next call
 * tries again.
 */
export function createLazyLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    if (loading) return loading;
    const loadPromise = load();
    loadPromise.catch(() => (loading = null));
    return (loading = loadPromise);
  };
}
