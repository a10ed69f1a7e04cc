/** The sections of the settings, in their order. */
export const settingsSections = [
  'connection',
  'work',
  'tools',
  'search',
  'mcp',
  'look',
  'notifications',
  'data',
  'browser',
] as const;

export type SettingsSection = (typeof settingsSections)[number];
