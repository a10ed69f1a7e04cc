import { createContext } from 'svelte';
import type { Translator } from './app/translator.svelte.ts';
import type { LazyModules } from './app/lazy-modules.svelte.ts';
import type { Toasts } from './app/toasts.svelte.ts';
import type { CitedAnswer } from './sources/cited-answer.svelte.ts';
import type { NamedFiles } from './files/named-files.svelte.ts';

/** The messages of the page, for every component below `App`. */
export const [useWords, provideWords] = createContext<Translator>();

/** The parts that are loaded on demand, for every component below `App`. */
export const [useParts, provideParts] = createContext<LazyModules>();

/** The toasts, for every component below `App`. */
export const [useToasts, provideToasts] = createContext<Toasts>();

/** What forms hold and have not saved, by the name of the form, for as long as the page lives. */
export const [useUnsaved, provideUnsaved] = createContext<Map<string, unknown>>();

/** The session's files, for texts that name them. */
export const [useNamedFiles, provideNamedFiles] = createContext<NamedFiles>();

/** Asks the person before an external address is opened. */
export const [useLeave, provideLeave] = createContext<(address: URL) => void>();

/** The answer whose text is shown, for the numbered marks of its sources. */
export const [useCitations, provideCitations] = createContext<CitedAnswer>();
