import { tick } from 'svelte';

/** Moves the focus to the first field of a form that is marked as wrong, once the marks are shown. */
export async function focusError(form: HTMLElement | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Whether what is typed goes to a field that is marked as wrong. */
export const isCorrection = ({ target }: Event) =>
  target instanceof Element && target.getAttribute('aria-invalid') === 'true';
