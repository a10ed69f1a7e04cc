import { createContext } from 'svelte';
import type { Words } from '../state/app/words.svelte.ts';
import type { Parts } from '../state/app/parts.svelte.ts';
import type { Toasts } from '../state/app/toasts.svelte.ts';
import type { NamedFiles } from '../state/files/named-files.svelte.ts';

/** The words of the page, for every component below `App`. */
export const [useWords, provideWords] = createContext<Words>();

/** The parts that are loaded when they are wanted, for every component below `App`. */
export const [useParts, provideParts] = createContext<Parts>();

/** The short messages of the page, for every component below `App`. */
export const [useToasts, provideToasts] = createContext<Toasts>();

/** The session's files, for texts that name them. */
export const [useNamedFiles, provideNamedFiles] = createContext<NamedFiles>();

/** Asks the person about an address that somebody else has written, before it is opened (R13.2). */
export const [useLeave, provideLeave] = createContext<(address: URL) => void>();
