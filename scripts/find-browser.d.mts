export declare function findBrowser(): string | null;

/** The path of a Chromium without windows, as Debian packages it, or null. */
export function findHeadlessShell(): string | null;
