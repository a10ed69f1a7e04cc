/** Of a repeating entry, what a change is about: the one time that is shown, or all. */
export type Scope = 'one' | 'all';
