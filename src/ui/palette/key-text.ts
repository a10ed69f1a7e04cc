/** A shortcut in the notation of this machine's keyboard. */
export function keyboardShortcutText(keys: string, isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)): string {
  const named = keys.replace('Mod', isMac ? '⌘' : 'Ctrl');
  return named.length === 1 ? named.toUpperCase() : isMac ? named.replaceAll('+', '') : named.replaceAll('+', ' ');
}
