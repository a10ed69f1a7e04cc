import { SvelteSet } from 'svelte/reactivity';

/** The ids of the files whose text is being read out of them. */
export const filesBeingRead = new SvelteSet<string>();
