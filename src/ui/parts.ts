import { createContext } from 'svelte';
import type { Parts } from '../state/parts.svelte.ts';

/** The parts that are loaded when they are wanted, for every component below `App`. */
export const [useParts, provideParts] = createContext<Parts>();
