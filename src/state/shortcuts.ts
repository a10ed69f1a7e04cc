/**
 * The keys of the page by what they do; one source for the keyboard, the palette and the list of shortcuts. Single ones
 * work while nobody types and can be turned off (WCAG 2.1.4); `Mod` is Ctrl, on a Mac Cmd.
 */
export const shortcuts = {
  palette: 'Mod+K',
  new: 'n',
  message: 'm',
  pause: 'p',
  continue: 'p',
  conversation: '1',
  plan: '2',
  todo: '3',
  schedule: '4',
  files: '5',
  history: '6',
  settings: ',',
  shortcuts: '?',
} as const;

export type ShortcutName = keyof typeof shortcuts;
