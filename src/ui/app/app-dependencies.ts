import type { ConnectionFinding } from '../../records/connection-finding.ts';
import type { ModelExamOutcome, ModelExamEstimate, ModelExamProgress } from '../../records/exam-progress.ts';
import type { Profile } from '../../records/profile.ts';
import type { SearchOutcome } from '../../records/search-outcome.ts';
import type { SearchSettings } from '../../records/search-settings.ts';
import type { SessionFile } from '../../records/session-file.ts';
import type { BrowserAbilities } from '../../records/browser-abilities.ts';
import type { ImageOutcome } from '../../ports/images.ts';
import type { FileImporter } from '../../formats/imports.ts';
import type { OfficeWriteRequest } from '../../formats/office/write-office.ts';
import type { WrittenWorkbook } from '../../formats/office/write-workbook.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Devices } from '../../ports/devices.ts';
import type { Observable } from '../../ports/observable.ts';
import type { KeySignIn } from '../../ports/key-sign-in.ts';
import type { PlannedCallError, PlannedCall } from '../../ports/toolbox.ts';
import type { CompanionExtension } from '../../ports/companion-extension.ts';
import type { Notifier } from '../../ports/notifier.ts';
import type { OfficeOutcome, PageReadResult, PdfOutcome } from '../../ports/file-reading.ts';
import type { Mcp } from '../../ports/mcp.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { StorageHealth } from '../../ports/storage-health.ts';
import type { Stores } from '../../ports/stores.ts';
import type { SessionLeaseOptions } from '../../engine/session-lease.ts';
import type { Installation } from './installation.svelte.ts';
import type { LazyModules } from './lazy-modules.svelte.ts';
import type { OnDeviceModelManager } from '../settings/on-device.svelte.ts';
import type { BackupView } from '../settings/backup-view.svelte.ts';

/** A provider of models that the connection form offers, as plain data. */
export interface ProviderChoice {
  id: string;
  name: string;
  /** The name on a Chinese page, which offers the providers of mainland China first; absent for all others. */
  chineseName?: string;
  baseUrl: string;
  /** The page on which a key is made; empty where none is needed. */
  keyPage: string;
  /** Suggested models, the usual one first; any other name can be typed. */
  models: readonly string[];
  needsKey: boolean;
  /** The API through which its models work best; absent: chat completions. */
  api?: Profile['api'];
}

export interface TrialSearch {
  settings: SearchSettings;
  key: string | null;
  query: string;
  /** A language code; empty for the language in the settings. */
  language: string;
}

/** Functions that make files of other formats. */
export interface FileWriters {
  /** An SVG rendered as PNG, as a `data:` address; null where it cannot be rendered. */
  pngOfSvg(svg: string): Promise<string | null>;
  /** A file of Word or Excel written from a text; rejects where it cannot be written. */
  writeOffice(request: OfficeWriteRequest): Promise<WrittenWorkbook>;
}

/** Everything that the page needs from outside; created in the folder `app` only. */
export interface AppDependencies {
  /** The parts of the page that are loaded on demand. */
  parts: LazyModules;
  stores: Stores;
  storage: StorageHealth;
  clock: Clock;
  secrets: Secrets;
  /** What forms held when this tab left the page, by the name of the form. */
  unsaved: readonly (readonly [string, unknown])[];
  /** The providers in the order in which an English page offers them, without `demo`. */
  providers: readonly ProviderChoice[];
  /** The locks and messages between tabs that a session's lease uses. */
  lease(sessionId: string): SessionLeaseOptions;
  /**
   * Tests the connection with the smallest request that proves it, and finds the cause of a failure. Rejects only when
   * its own code cannot be loaded.
   */
  testConnection(profile: Profile, key: string | null, options: { signal: AbortSignal }): Promise<ConnectionFinding>;
  /** Returns the sign-in at a provider's own page, by which the app gets a key. Its code is loaded on first use. */
  signIn(): Promise<KeySignIn>;
  /** Returns the cost of that many input tokens for the model, in US dollars; null if its price is not known. */
  inputPrice(profile: Profile, tokens: number): Promise<number | null>;
  /** The expected cost of an exam of the connection's model. Rejects only when its own code cannot be loaded. */
  examEstimate(profile: Profile): Promise<ModelExamEstimate>;
  /** Runs the exam of the connection's model and stores nothing. Rejects only when its own code cannot be loaded. */
  holdExam(
    profile: Profile,
    options: { signal: AbortSignal; onProgress: (progress: ModelExamProgress) => void },
  ): Promise<ModelExamOutcome>;
  /**
   * Sends a test query to the search provider of the settings. Rejects only when its own code cannot be loaded.
   */
  runSearch(search: TrialSearch, options: { signal: AbortSignal }): Promise<SearchOutcome>;
  /** The exchange with the person's other devices; loaded on first use. */
  devices: () => Promise<Devices>;
  /**
   * The exchange with the person's other devices, loaded on first use; null, without loading anything, while no other
   * device is connected.
   */
  others: () => Promise<Devices | null>;
  /** True if the person has connected other devices. */
  connected: Observable<boolean>;
  /** The backup of everything the person has stored; loaded on first use. */
  backup(): Promise<BackupView>;
  /** The tools that are available now, each with its name, the key of its rule and the JSON Schema of its input. */
  ruledTools(): Promise<readonly { name: string; key: string; schema: object }[]>;
  /** Returns what is wrong with planned calls; a tool that is away for the moment is not unknown. */
  callErrors(calls: readonly PlannedCall[]): Promise<PlannedCallError[]>;
  /** The readers for files from outside; loaded on first use. */
  imports(): Promise<FileImporter>;
  /** The models that run in the page; loaded on first use. */
  onDevice(): Promise<OnDeviceModelManager>;
  /** The network workers through which requests leave the page; loaded on first use. */
  egress(): Promise<{
    /** Resolves to true if the browser's CSP limits each network worker to its site. */
    isGuarded(): Promise<boolean>;
    companion: CompanionExtension;
  }>;
  /** The client for remote MCP servers. */
  mcp(): Promise<Mcp>;
  /** The browser features that Cairn uses, and which of them are present. */
  abilities(): Promise<BrowserAbilities>;
  /** Notifications of the browser. */
  notifier: () => Promise<Notifier>;
  /** Installation, updates and offline state of the page as an app. */
  installation: Installation;
  /** Downloads a file. */
  saveFile(name: string, mime: string, content: string): void;
  /** Downloads several files as one zip archive. */
  saveZip(name: string, files: readonly Pick<SessionFile, 'name' | 'mime' | 'content' | 'created_at'>[]): Promise<void>;
  /** The value without any of the person's keys, however they are written in it. */
  withoutApiKeys<T>(value: T): Promise<T>;
  /** Reads a web page now, as the tool `fetch` would, because the person asks for it; stores nothing. */
  readPage(address: string): Promise<PageReadResult>;
  /** The text of a PDF by page. */
  readPdf(bytes: Uint8Array): Promise<PdfOutcome>;
  /** The content of a file of Word or Excel. */
  readOffice(bytes: Uint8Array): Promise<OfficeOutcome>;
  /** Converts an image file to the form that models accept. */
  prepareImage(file: Blob): Promise<ImageOutcome>;
  /** Functions that make files of other formats; loaded on first use. */
  fileWriters(): Promise<FileWriters>;
}
