import type { CallPurpose } from '../task/journal.ts';
import type { ModelWait } from '../task/model-reply.ts';
import type { Run } from '../task/run.ts';
import type { Settings } from '../records/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import type { SessionJournal } from '../ports/journal.ts';
import type { LanguageModel, ModelForPurpose } from '../ports/language-model.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import type { PerformEffect } from './perform-effect.ts';

/** The dependencies of the agent's functions; `run` and `settings` return the current state at each call. */
export interface AgentContext {
  /** Returns the current model and protocol for this kind of call; thoughts may use a model of their own. */
  modelFor: (purpose: CallPurpose) => Promise<ModelForPurpose>;
  toolbox: Toolbox;
  journal: SessionJournal;
  clock: Clock;
  connectivity: Connectivity;
  perform: PerformEffect;
  /** Starts storing the staged effects; a failure pauses the plan. */
  store: () => void;
  /** Resolves to true if the person's other devices have everything recorded, so that none repeats a call made now. */
  announced: () => Promise<boolean>;
  run: () => Run;
  settings: () => Settings;
  /** Receives visible text as it arrives; `place` is a step id, `intake` or `replan`. Null ends the text. */
  onText: (place: string, piece: string | null) => void;
  /** Receives each new wait for the model at a place; null ends it. */
  onWait: (place: string, wait: ModelWait | null) => void;
  /** Receives the progress of a tool in a step, in the tool's own words; null ends it. */
  onProgress: (step: string, text: string | null) => void;
  /** Called when a model has read text from outside other than in a tool's result: in an image. */
  onOutsideText: () => void;
  /** Called before a call about which the person was asked is made, or refused, without their decision on it. */
  onUnasked: (effect: string, isAllowed: boolean) => void;
  /** Called with true when something starts to wait for the network, and with false when it stops waiting. */
  onOffline: (waits: boolean) => void;
  /** The models that have answered since the session was opened. */
  respondedModels: WeakSet<LanguageModel>;
  /** The ids of the effects that must not be repeated and are under way in this tab. */
  sending: Set<string>;
  /** The models that have called a tool since the session was opened. */
  toolCallers: WeakSet<LanguageModel>;
  /**
   * For each model: `callsThatOffsetOneOmission` for each reply without the required call, less 1 for each with a call.
   */
  missedToolCalls: WeakMap<LanguageModel, number>;
  /** For each model, the number of its latest replies in a row that were unreadable in the *json* protocol. */
  unreadableReplies: WeakMap<LanguageModel, number>;
  /**
   * By model: the number of input tokens that a model last reported, if it read far less than was sent; since the
   * session was opened.
   */
  readTokens: WeakMap<LanguageModel, number>;
}
