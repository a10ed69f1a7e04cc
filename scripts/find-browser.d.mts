export declare function findBrowser(): string | null;

/** Returns the path of Debian's headless Chromium, or null. */
export function findHeadlessShell(): string | null;
