/** Loads a part of the page once, when it is first wanted. One that could not be had is tried again the next time. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    if (loading) return loading;
    const begun = load();
    begun.catch(() => (loading = null));
    return (loading = begun);
  };
}
