import { createContext } from 'svelte';
import type { Words } from '../state/words.svelte.ts';

/** The words of the page, for every component below `App`. */
export const [useWords, provideWords] = createContext<Words>();
