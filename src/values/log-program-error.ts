/** Writes an error of a program, such as a tool, to the browser's console, where developers look for it. */
export function logProgramError(what: string, error: unknown): void {
  // eslint-disable-next-line no-console -- the console is the only place that is for developers
  console.error(`Cairn: ${what}`, error);
}
