import { shortcuts, type ShortcutName } from './shortcuts.ts';

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  isComposing: boolean;
}

/** What a key pressed outside of any field stands for, if anything. More than one where only one of them applies at a time. */
export function pressedShortcuts({ key, ctrlKey, metaKey, altKey, repeat, isComposing }: Pressed): ShortcutName[] {
  if (ctrlKey || metaKey || altKey || repeat || isComposing) return [];
  const names = Object.keys(shortcuts) as ShortcutName[];
  return names.filter((name) => shortcuts[name] === key.toLowerCase());
}
