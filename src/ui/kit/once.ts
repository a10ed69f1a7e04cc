/**
 * Wraps the saving of a form: it is not begun again while it is under way, nor once it has succeeded. The wrapped
 * function, like the result, resolves to true if it has saved.
 */
export function once<Args extends unknown[]>(
  save: (...args: Args) => Promise<boolean>,
): (...args: Args) => Promise<boolean> {
  let isClosed = false;
  return async (...args) => {
    if (isClosed) return false;
    isClosed = true;
    let isSaved = false;
    try {
      isSaved = await save(...args);
    } finally {
      isClosed = isSaved;
    }
    return isSaved;
  };
}

/** Handles a click that creates something: the second click of a double click does nothing and submits no form. */
export const firstClick =
  (act?: () => unknown) =>
  (event: MouseEvent): void => {
    if (event.detail > 1) event.preventDefault();
    else act?.();
  };
