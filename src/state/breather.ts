const slice = 8;

/** Long work on the page's thread calls it again and again: it gives way whenever the work has gone on for some milliseconds. */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < slice) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
