import type { PaletteFinder } from '../palette/palette-finder.svelte.ts';
import type { SettingsSection } from './page-address.ts';

/** `unlock` asks for the passphrase of encrypted keys. */
export type WorkspaceDialog = 'templates' | 'bin' | 'memory' | 'unlock';

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
  /** The one that is open of the workspace's dialogs, of which there is one at a time. */
  dialog = $state<WorkspaceDialog | null>(null);
  paletteOpen = $state(false);
  shortcutsOpen = $state(false);
  /** What the palette searches; made when it is first opened, and kept: the next time only what has changed is read. */
  finder: PaletteFinder | null = null;
  /** An address that the person has pressed, and is asked about (R13.2). */
  leavingFor = $state.raw<URL | null>(null);
  /** Set when a file for an import is to be chosen; whoever shows the choice takes it back. */
  importAsked = $state(false);

  readonly openSettings = (section: SettingsSection | null = null): void => {
    this.settingsSection = section;
    this.settingsOpen = true;
  };

  /** Another one that has been opened meanwhile stays open. */
  readonly closeDialog = (which: WorkspaceDialog): void => {
    if (this.dialog === which) this.dialog = null;
  };

  readonly openTemplates = (): void => {
    this.dialog = 'templates';
  };

  readonly askImport = (): void => {
    this.importAsked = true;
  };
}
