import { createContext } from 'svelte';
import type { NamedFiles } from '../state/named-files.svelte.ts';

/** The session's files, for texts that name them. */
export const [useNamedFiles, provideNamedFiles] = createContext<NamedFiles>();
