/** A shortcut in the notation of this machine's keyboard. */
export function keyboardShortcutText(keys: string, isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)): string {
  const shortcutText = keys.replace('Mod', isMac ? '⌘' : 'Ctrl');
  return shortcutText.length === 1
    ? shortcutText.toUpperCase()
    : isMac
      ? shortcutText.replaceAll('+', '')
      : shortcutText.replaceAll('+', ' ');
}
