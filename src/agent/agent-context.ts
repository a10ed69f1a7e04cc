import type { CallPurpose } from '../task/journal.ts';
import type { ModelWait } from '../task/model-reply.ts';
import type { Run } from '../task/run.ts';
import type { Settings } from '../records/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import type { SessionJournal } from '../ports/journal.ts';
import type { LanguageModel, ModelForPurpose } from '../ports/language-model.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import type { Perform } from './perform.ts';

/** The dependencies of the agent's functions; `run` and `settings` return the current state at each call. */
export interface AgentContext {
  /** The current model and protocol for this kind of call: thoughts may have a model of their own. */
  modelFor: (purpose: CallPurpose) => Promise<ModelForPurpose>;
  toolbox: Toolbox;
  journal: SessionJournal;
  clock: Clock;
  connectivity: Connectivity;
  perform: Perform;
  /** Begins to store the effects that are staged; a failure pauses the plan. */
  store: () => void;
  /** Whether the person's other devices know all that is recorded, so that none repeats a call that is made now. */
  announced: () => Promise<boolean>;
  run: () => Run;
  settings: () => Settings;
  /** Receives visible text as it arrives; `place` is a step id, `intake` or `replan`. Null ends it. */
  onText: (place: string, piece: string | null) => void;
  /** Receives the wait for the model that has just begun at a place; null when it has ended. */
  onWait: (place: string, wait: ModelWait | null) => void;
  /** Receives the progress of a tool's work in a step, in the tool's own words; null when there is none any more. */
  onProgress: (step: string, text: string | null) => void;
  /** Is called when something starts to wait for the network, and when it no longer waits. */
  onOffline: (waits: boolean) => void;
  /** Models that have answered since the session was opened. */
  respondedModels: WeakSet<LanguageModel>;
  /** How often a model gave no call although the request required one, since the session was opened. */
  missedToolCalls: WeakMap<LanguageModel, number>;
  /** The tokens that a model has lately reported where they are far fewer than were sent, since the session was opened. */
  cut: WeakMap<LanguageModel, number>;
}
