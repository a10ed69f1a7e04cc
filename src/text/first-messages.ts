import { welcome } from './welcome.ts';

/** What the page says at once. */
export const firstMessages = welcome;
