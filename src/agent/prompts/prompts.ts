import type { ProtocolName } from '../../domain/model/protocol-name.ts';

/** What a model is told of the form its replies take, in one protocol. */
export interface ProtocolWords {
  intake: string;
  plan: string;
  thought: string;
  replan: string;
  evaluation: string;
  /** How to signal the end of the step (R4.10). */
  ending: string;
  makePlan: string;
  decide: string;
  decideClosing: string;
  /** Economy: nothing but the closing answer is wanted (R3.10). */
  onlyClosing: string;
  judge: string;
  tired: string;
  actRefused: string;
}

/** Every sentence a model is told, in one language. What is stable comes first, what grows is appended (R4.9). */
export interface Prompts {
  about: string;
  byProtocol: Record<ProtocolName, ProtocolWords>;
  toolsTitle: string;
  task(goal: string): string;
  currentStep(index: number, total: number): string;
  step(index: number, total: number, description: string): string;
  now(local: string, zone: string): string;
  files(names: string): string;
  progress(done: number, failed: number, total: number): string;
  planTitle: string;
  more(count: number): string;
  thisStep(index: number): string;
  dependenciesTitle: string;
  clarified(question: string, answer: string): string;
  guidance(text: string): string;
  expected(text: string): string;
  suggested(tool: string, input: string): string;
  figures(calls: number, limit: number, failures: number): string;
  notCarriedOut: string;
  repeated: string;
  goOn: string;
  observation(tool: string, ok: boolean): string;
  violation(text: string): string;
  answered(text: string): string;
  judged(reason: string): string;
  foreign(text: string): string;
  tooLong(max: number): string;
  /** Asked back once when a task is closed while steps remain (R6.8). */
  stepsRemain(names: string): string;
  firstPlanTitle: string;
  happenedTitle: string;
  ended(step: string, status: string, summary: string): string;
  edited: string;
  replanned: string;
  /** A step that another one declared; without an id it found no room. */
  declared(step: string | null, description: string): string;
  mismatch(text: string): string;
  resumed: string;
  kept(names: string): string;
  remaining(count: number): string;
  cause: Record<
    'step_ended' | 'clarified' | 'recovery' | 'mismatch' | 'person' | 'deadlock' | 'edited' | 'unfit',
    string
  >;
  noResult: string;
}
