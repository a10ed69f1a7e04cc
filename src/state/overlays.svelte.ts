import type { PaletteFinder } from './palette-finder.svelte.ts';
import type { SettingsSection } from './settings-sections.ts';

/** What can lie over the page, and whether it does. */
export class Overlays {
  settingsOpen = $state(false);
  /** The section that the settings open at; null: the first, or the list of them where there is no room for both. */
  settingsSection = $state<SettingsSection | null>(null);
  /** The connection whose model is tried out, or was, by its id. */
  examOf = $state<string | null>(null);
  /** The new connection whose model could be tried out: offered once. */
  examOffer = $state<string | null>(null);
  sessionsOpen = $state(false);
  templatesOpen = $state(false);
  binOpen = $state(false);
  memoryOpen = $state(false);
  paletteOpen = $state(false);
  shortcutsOpen = $state(false);
  /** What the palette searches; made when it is first opened, and kept: the next time only what has changed is read. */
  finder: PaletteFinder | null = null;
  /** The passphrase of encrypted keys is being asked for. */
  unlocking = $state(false);
  /** An address that the person has pressed, and is asked about (R13.2). */
  leavingFor = $state.raw<URL | null>(null);
  /** Set when a file for an import is to be chosen; whoever shows the choice takes it back. */
  importAsked = $state(false);

  readonly openSettings = (section: SettingsSection | null = null): void => {
    this.settingsSection = section;
    this.settingsOpen = true;
  };

  readonly openTemplates = (): void => {
    this.templatesOpen = true;
  };

  readonly askImport = (): void => {
    this.importAsked = true;
  };
}
