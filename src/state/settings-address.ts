import { settingsSections, type SettingsSection } from './settings-sections.ts';

const start = '#/settings/';

/** The section of the settings that the page's address names (`#/settings/<section>`), or null. It only shows it (R13.4). */
export const settingsAddress = {
  read(hash: string): SettingsSection | null {
    return settingsSections.find((section) => hash === start + section) ?? null;
  },
  write(section: SettingsSection): string {
    return start + section;
  },
};
