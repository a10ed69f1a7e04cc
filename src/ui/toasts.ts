import { createContext } from 'svelte';
import type { Toasts } from '../state/toasts.svelte.ts';

/** The short messages of the page, for every component below `App`. */
export const [useToasts, provideToasts] = createContext<Toasts>();
