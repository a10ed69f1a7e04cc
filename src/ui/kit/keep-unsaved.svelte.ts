/**
 * Keeps in `unsaved`, under `name`, what a form holds and has not saved, so that it outlives the form; nothing while
 * `read` returns undefined. Returns the function that drops it for good, for a form that was saved or cancelled. To be
 * called while the form's component is created.
 */
export function keepUnsaved(unsaved: Map<string, unknown>, name: string, read: () => unknown): () => void {
  let isDropped = false;
  $effect(() => {
    const value = read();
    if (value === undefined || isDropped) unsaved.delete(name);
    else unsaved.set(name, value);
  });
  return () => {
    isDropped = true;
    unsaved.delete(name);
  };
}
