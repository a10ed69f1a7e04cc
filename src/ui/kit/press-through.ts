/** The last press within a dialog. */
let last: MouseEvent | undefined;
/** Milliseconds and CSS pixels within which two presses are one double press. */
const soon = 500;
const near = 24;

/**
 * Notes a press within a dialog. If it closes the dialog, and the same finger presses there once more, as in a double
 * press, that second press does nothing to what lies below.
 */
export function blockSecondPressThroughDialog(event: MouseEvent): void {
  if (!last) addEventListener('click', holdBack, { capture: true });
  last = event;
}

function holdBack(event: MouseEvent): void {
  if (!last || event.detail === 0 || (event.target instanceof Element && event.target.closest('dialog'))) return;
  const distance = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
  if (event.timeStamp - last.timeStamp > soon || distance > near) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
