import type { KeyGrant } from '../../ports/key-sign-in.ts';
import type { PaletteFinder } from '../palette/palette-finder.svelte.ts';
import type { SettingsSection } from './page-address.ts';

/** The dialogs of the workspace; `unlock` asks for the passphrase of encrypted keys. */
export type WorkspaceDialog = 'templates' | 'again' | 'repeat' | 'bin' | 'memory' | 'share' | 'unlock';

/** The open states of everything that is shown above the page. */
export class Overlays {
  settingsOpen = $state(false);
  /**
   * The section at which the settings open; null: the first one, or the list of sections where only one of them fits.
   */
  settingsSection = $state<SettingsSection | null>(null);
  /** The id of the MCP server whose tools the settings list at once; null for none. */
  serverToList = $state<string | null>(null);
  /** The id of the connection whose exam is open; null for none. */
  examOf = $state<string | null>(null);
  /** The id of a new connection for which an exam is offered, once. */
  examOffer = $state<string | null>(null);
  sessionsOpen = $state(false);
  /** The open dialog of the workspace, one at a time; null for none. */
  dialog = $state<WorkspaceDialog | null>(null);
  paletteOpen = $state(false);
  shortcutsOpen = $state(false);
  /**
   * The search index of the palette; created when the palette first opens and kept, so that later only changes are
   * read.
   */
  finder: PaletteFinder | null = null;
  /** The code of another device that the page was opened with, until the person has joined it. */
  invitation = $state.raw<string | null>(null);
  /** What came of a sign-in at another page, until the form of devices has it. */
  signedIn = $state.raw<{ address: string; token: string } | null>(null);
  /** A sign-in whose key is to be encrypted with a passphrase that the person has yet to enter. */
  grant = $state.raw<KeyGrant | null>(null);
  /** An address that the person pressed and is asked about before it opens. */
  leavingFor = $state.raw<URL | null>(null);
  /** Asks for the file picker of an import; the component that opens it resets this. */
  importAsked = $state(false);

  readonly openSettings = (section: SettingsSection | null = null): void => {
    this.settingsSection = section;
    this.settingsOpen = true;
  };

  readonly lookAtServer = (id: string): void => {
    this.serverToList = id;
    this.openSettings('mcp');
  };

  /** Closes this dialog; one that was opened in its place stays open. */
  readonly closeDialog = (which: WorkspaceDialog): void => {
    if (this.dialog === which) this.dialog = null;
  };

  readonly openTemplates = (): void => {
    this.dialog = 'templates';
  };

  readonly openShare = (): void => {
    this.dialog = 'share';
  };

  readonly askImport = (): void => {
    this.importAsked = true;
  };
}
