import type { ConnectionFinding } from '../../domain/model/connection-finding.ts';
import type { ExamEnd, ExamEstimate, ExamProgress } from '../../domain/exam/exam-progress.ts';
import type { Profile } from '../../domain/model/profile.ts';
import type { SearchOutcome } from '../../domain/settings/search-outcome.ts';
import type { SearchSettings } from '../../domain/settings/search-settings.ts';
import type { SessionFile } from '../../domain/files/session-file.ts';
import type { Abilities } from '../../domain/settings/abilities.ts';
import type { Imports } from '../../imports/imports.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Notifier } from '../../ports/notifier.ts';
import type { PdfOutcome } from '../../ports/file-reading.ts';
import type { Mcp } from '../../ports/mcp.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { StorageHealth } from '../../ports/storage-health.ts';
import type { Stores } from '../../ports/stores.ts';
import type { LeaseParts } from '../../runner/session-lease.ts';
import type { Language } from '../../text/languages.ts';
import type { Installation } from './installation.svelte.ts';
import type { Parts } from './parts.svelte.ts';
import type { OnDevice } from '../settings/on-device.svelte.ts';
import type { BackupView } from '../settings/backup-view.svelte.ts';

/** A preset of a model connection, as plain data (R11.1). */
export interface ProviderChoice {
  id: string;
  name: string;
  baseUrl: string;
  /** Where a key is made; empty where none is needed. */
  keyPage: string;
  /** Models worth offering, the usual one first; any other name can be typed. */
  models: readonly string[];
  needsKey: boolean;
}

export interface TrialSearch {
  settings: SearchSettings;
  key: string | null;
  query: string;
  /** Empty: as the settings say. */
  language: string;
}

/** Everything that the page needs from outside; made in `composition` and nowhere else. */
export interface AppDependencies {
  /** The parts of the page that are loaded when they are wanted. */
  parts: Parts;
  stores: Stores;
  storage: StorageHealth;
  clock: Clock;
  secrets: Secrets;
  /** The first one is offered first; `demo` is not among them. */
  providers: readonly ProviderChoice[];
  /** The goal of the scripted demo (R11.4a). */
  demoGoal: Readonly<Record<Language, string>>;
  /** What a place at a session is made of. */
  lease(sessionId: string): LeaseParts;
  /** Asks the endpoint for the least that proves the connection, and looks for the cause when it fails. Rejects only when its code cannot be fetched. */
  testConnection(profile: Profile, key: string | null, options: { signal: AbortSignal }): Promise<ConnectionFinding>;
  /** What an exam of the connection's model will take. Rejects only when its code cannot be fetched. */
  examEstimate(profile: Profile): Promise<ExamEstimate>;
  /** Examines the connection's model; nothing of it is stored. Rejects only when its code cannot be fetched. */
  holdExam(
    profile: Profile,
    options: { signal: AbortSignal; onProgress: (progress: ExamProgress) => void },
  ): Promise<ExamEnd>;
  /** Asks the provider of the settings, to see whether it works (R9.4). Rejects only when its code cannot be fetched. */
  runSearch(search: TrialSearch, options: { signal: AbortSignal }): Promise<SearchOutcome>;
  /** All that is stored as the person's own: loaded when it is first asked for. */
  backup(): Promise<BackupView>;
  /** The names of the tools that a plan can use at present. */
  toolNames(): Promise<readonly string[]>;
  /** What strangers' files are read with: loaded when there is one. */
  imports(): Promise<Imports>;
  /** The models that run in the page (R11.4b): loaded when somebody wants one. */
  onDevice(): Promise<OnDevice>;
  /** Whether the browser itself holds each request to the sites it is for (R13.4); resolves once that is settled. */
  isGuarded(): Promise<boolean>;
  /** The way to remote MCP servers (R9.10). */
  mcp(): Promise<Mcp>;
  /** What this browser can do of what is used. */
  abilities(): Promise<Abilities>;
  /** Messages outside of the page. */
  notifier: Notifier;
  /** The page as an app of its own. */
  installation: Installation;
  /** Hands a file to the person. */
  saveFile(name: string, mime: string, content: string): void;
  /** Hands the person several files as one archive. */
  saveZip(name: string, files: readonly Pick<SessionFile, 'name' | 'mime' | 'content' | 'created_at'>[]): Promise<void>;
  /** The text of a PDF by page. */
  readPdf(bytes: Uint8Array): Promise<PdfOutcome>;
  /** A drawn picture as pixels, as a `data:` address; null where it cannot be drawn. */
  pngOfSvg(svg: string): Promise<string | null>;
}
