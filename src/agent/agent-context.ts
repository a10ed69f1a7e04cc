import type { CallPurpose } from '../domain/record/journal.ts';
import type { ModelWait } from '../domain/model/model-reply.ts';
import type { Run } from '../domain/task/run.ts';
import type { Settings } from '../domain/settings/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import type { SessionJournal } from '../ports/journal.ts';
import type { LanguageModel, ModelForPurpose } from '../ports/language-model.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import type { Perform } from './perform.ts';

/** What the agent's functions work with; `run` and `settings` give the present state at each call (R3.8). */
export interface AgentContext {
  /** The model for this kind of call and its protocol, as they are now: thoughts may have a model of their own (R11.1). */
  modelFor: (purpose: CallPurpose) => Promise<ModelForPurpose>;
  toolbox: Toolbox;
  journal: SessionJournal;
  clock: Clock;
  connectivity: Connectivity;
  perform: Perform;
  run: () => Run;
  settings: () => Settings;
  /** Hands on visible text as it comes; `place` is a step id, `intake` or `replan`. Null ends it. */
  onText: (place: string, piece: string | null) => void;
  /** Tells of the wait for the model that has just begun there; null where there is none any more. */
  onWait: (place: string, wait: ModelWait | null) => void;
  /** Tells how far a tool's work is in a step, in its own words; null where there is nothing to tell any more. */
  onProgress: (step: string, text: string | null) => void;
  /** Tells that something waits for the network, and that it does so no longer. */
  onOffline: (waits: boolean) => void;
  /** Models that have answered since the session was opened. */
  reached: WeakSet<LanguageModel>;
  /** How often a model gave no call although one was asked for by force, since the session was opened. */
  unforced: WeakMap<LanguageModel, number>;
}
