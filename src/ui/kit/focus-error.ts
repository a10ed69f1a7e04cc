import { tick } from 'svelte';

/** Focuses the first invalid field of a form, once the fields are marked. */
export async function focusFirstInvalidField(form: HTMLElement | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** True if the event comes from a field that is marked as invalid. */
export const isFromInvalidField = ({ target }: Event) =>
  target instanceof Element && target.getAttribute('aria-invalid') === 'true';
