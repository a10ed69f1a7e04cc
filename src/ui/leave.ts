import { createContext } from 'svelte';

/** Asks the person about an address that somebody else has written, before it is opened (R13.2). */
export const [useLeave, provideLeave] = createContext<(address: URL) => void>();
