import type { EditedStep } from '../task/run.ts';
import type { ProtocolName } from '../task/protocol-name.ts';

/** The instructions on the form of replies in one protocol. */
export interface ProtocolInstructions {
  intake: string;
  plan: string;
  thought: string;
  replan: string;
  evaluation: string;
  /** How to signal the end of the step. */
  ending: string;
  makePlan: string;
  decide: string;
  decideClosing: string;
  /** For *economy*: only the closing answer is requested. */
  onlyClosing: string;
  judge: string;
  /** How to end the step once no further tool may be called. */
  close: string;
  actRefused: string;
  /** The instruction after a step was ended too early; `tool` is the tool that the step names, if any. */
  owing: (tool: string | null) => string;
}

/** All sentences of the prompts in one language. Stable parts come first, growing parts are appended. */
export interface Prompts {
  /** The secret from which the marks around text from outside are derived. */
  secret?: string;
  about: string;
  byProtocol: Record<ProtocolName, ProtocolInstructions>;
  toolsTitle: string;
  task(goal: string): string;
  step(index: number, total: number, description: string): string;
  now(local: string, zone: string): string;
  /** `more`: how many files are not named. */
  files: (names: string, more: number) => string;
  /** The size of the text in a file that is no text itself. */
  textSize(size: string): string;
  /** The files that the person added while the task was under way. */
  filesAdded: (names: string, more: number) => string;
  /** The names of files such as those of Excel. */
  unreadableFiles(names: string): string;
  /** The images that come with a message. */
  shown(names: string): string;
  /** The images that could not be shown. */
  unseen(names: string): string;
  progress(done: number, failed: number): string;
  planTitle: string;
  /** Before the plan of the task before this one. */
  earlierPlanTitle: string;
  /** Stands for the messages of the earlier conversation that are left out. */
  talkLeftOut: string;
  /** Before the rows that an earlier task of the conversation has changed; `more`: how many are not listed. */
  changesTitle(more: number): string;
  /** What a row was before a change or a deletion. */
  rowBefore(text: string): string;
  more(count: number): string;
  dependenciesTitle: string;
  clarified(question: string, answer: string): string;
  guidance(text: string): string;
  expected(text: string): string;
  suggested(tool: string, input: string): string;
  /** The heading of the list of what earlier, unfinished tries of the step have written. */
  doneAlready: string;
  callLimit(limit: number): string;
  /** The number of rounds of calls so far, and of calls that failed. */
  figures(round: number, limit: number, failures: number): string;
  /** Why no further tool may be called. */
  tired: string;
  lastRound: string;
  /** `place` is the number of the next step, from 1. */
  mayBegin(place: number): string;
  notCarriedOut: string;
  /** The note for a call that occurs a second time in one reply. */
  madeOnce: string;
  /** The note for the calls of a reply that were not made because it has so many. */
  tooManyCalls(most: number): string;
  repeated: string;
  goOn: string;
  observation(tool: string, ok: boolean): string;
  violation(text: string): string;
  answered(text: string): string;
  judged(reason: string): string;
  /** Instructions for a step that was ended too early, by what is missing. */
  owed: Record<'act' | 'write' | 'file' | 'read', string>;
  /** Said instead if writes failed and were not made good; `calls`: what they were to do. */
  lost(calls: readonly string[]): string;
  /** Said instead if the words at the end of a step say that a file was saved that is not there. */
  unsaved(file: string, onlyNamed: boolean): string;
  /** Said instead if the end says in a field that things were changed that no call has changed. */
  unmade(things: string): string;
  wroteSoFar(count: number): string;
  /** Text from outside between two lines that name `mark`. */
  foreign(text: string, mark: string): string;
  tooLong(max: number): string;
  /** Asked once if a task is closed while steps remain. */
  stepsRemain(names: string): string;
  firstPlanTitle: string;
  happenedTitle: string;
  ended(step: string, status: string, summary: string): string;
  /** The beginning of a result, and the id of the file with the full text. */
  wholeIn(text: string, file: string): string;
  /** What the person's edits did to steps; may be empty, as after a change of the order. */
  edited(changes: readonly EditedStep[]): string;
  replanned: string;
  /** A step that another step declared; the id is null if the plan had no room for it. */
  declared(step: string | null, description: string): string;
  mismatch(text: string): string;
  resumed: string;
  kept(names: string): string;
  /** Steps that the person deleted or skipped and refused to have back. */
  declined(names: string): string;
  /** `count`: the steps that have not started; `atWork`: the ids of those that are running, or empty. */
  remaining(count: number, atWork: string): string;
  cause: Record<
    'step_ended' | 'clarified' | 'recovery' | 'mismatch' | 'person' | 'deadlock' | 'edited' | 'unfit',
    string
  >;
  noResult: string;
  /** The number of characters left out between the beginning and the end of a text. */
  leftOut(count: number): string;
  /** The file with the full text of a shortened result. */
  wholeInFile(file: string): string;
  /** The title of a list of the step's calls whose results no longer fit. */
  soFar: string;
  /** Asks for citations by number; the list of sources follows. */
  cite: string;
}
