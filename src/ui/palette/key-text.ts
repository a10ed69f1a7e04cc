/** A shortcut as it stands on this machine's keys. */
export function keyText(keys: string, isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)): string {
  const named = keys.replace('Mod', isMac ? '⌘' : 'Ctrl');
  return named.length === 1 ? named.toUpperCase() : isMac ? named.replaceAll('+', '') : named.replaceAll('+', ' ');
}
