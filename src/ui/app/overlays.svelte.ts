import type { ApprovedKeySignIn } from '../../ports/key-sign-in.ts';
import type { PaletteFinder } from '../palette/palette-finder.svelte.ts';
import type { SettingsSection } from './page-address.ts';

/** The dialogs of the workspace; `unlock` asks for the passphrase of encrypted keys. */
export type WorkspaceDialog = 'templates' | 'again' | 'repeat' | 'bin' | 'memory' | 'select' | 'share' | 'unlock';

/** The open states of everything that is shown above the page. */
export class Overlays {
  settingsOpen = $state(false);
  /**
   * The section at which the settings open; null for the first one, or for the list of sections where only one fits.
   */
  settingsSection = $state<SettingsSection | null>(null);
  /** The id of the MCP server whose tools are listed as soon as the settings open; null for none. */
  serverToList = $state<string | null>(null);
  /** The id of the connection whose exam is open; null for none. */
  examOf = $state<string | null>(null);
  /** The id of a new connection for which an exam is offered, once. */
  examOffer = $state<string | null>(null);
  sessionsOpen = $state(false);
  /** The open dialog of the workspace, one at a time; null for none. */
  dialog = $state<WorkspaceDialog | null>(null);
  /** The id of the session that is selected when the list to select from opens. */
  selectFirst = '';
  /** The words that the gallery of templates seeks when it opens. */
  templateQuery = '';
  paletteOpen = $state(false);
  shortcutsOpen = $state(false);
  /**
   * The search index of the palette; created when the palette first opens and kept, so that later only changes are
   * read.
   */
  finder: PaletteFinder | null = null;
  /** The code of another device with which the page was opened, until the person has joined that device. */
  invitation = $state.raw<string | null>(null);
  /** The result of a sign-in at another page, until the devices form has read it. */
  signedIn = $state.raw<{ address: string; token: string } | null>(null);
  /** A sign-in whose key is to be encrypted with a passphrase that the person has yet to enter. */
  grant = $state.raw<ApprovedKeySignIn | null>(null);
  /** The external address that the person pressed and has yet to confirm. */
  leavingFor = $state.raw<URL | null>(null);
  /** True to open the file picker of an import; the component that opens it resets this. */
  importAsked = $state(false);

  readonly openSettings = (section: SettingsSection | null = null): void => {
    this.settingsSection = section;
    this.settingsOpen = true;
  };

  readonly lookAtServer = (id: string): void => {
    this.serverToList = id;
    this.openSettings('mcp');
  };

  /** Closes this dialog; another one that has replaced it stays open. */
  readonly closeDialog = (which: WorkspaceDialog): void => {
    if (this.dialog === which) this.dialog = null;
  };

  readonly openTemplates = (): void => {
    this.templateQuery = '';
    this.dialog = 'templates';
  };

  readonly openShare = (): void => {
    this.dialog = 'share';
  };

  readonly askImport = (): void => {
    this.importAsked = true;
  };
}
