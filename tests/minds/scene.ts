import { promptsFor } from '../../src/protocols/system-prompt.ts';
import type { ProtocolName } from '../../src/task/protocol-name.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import type { SaidStep } from '../trials/said.ts';
import { type Errand, type Language, errands, planOf, type Shape } from './errand.ts';

/** The kind of point in a task at which a reply is given. */
export type Place = 'plan' | 'act' | 'question' | 'end' | 'check' | 'close' | 'judge';

/** What the simulated model knows when it replies: the request, and how often it was asked at this place. */
export interface Scene {
  place: Place;
  request: ModelRequest;
  protocol: ProtocolName;
  language: Language;
  shape: Shape;
  errand: Errand;
  /** The number of earlier requests at the same place. */
  before: number;
  /** True if it was told that its last reply was unusable. */
  askedBack: boolean;
}

/** Returns the whole text of a request. */
export function textOf(request: ModelRequest): string {
  return request.messages.map((message) => message.text).join('\n');
}

/** Returns the protocol of a request, judged by what a model sees. */
export function protocolOf(request: ModelRequest): ProtocolName {
  if (request.tools.length > 0) return 'tools';
  return request.messages.some(
    ({ role, text }) => role === 'system' && /\[(?:Act|Step|Keep|Done|Continue|执行|步骤)\]/.test(text),
  )
    ? 'markers'
    : 'json';
}

export function languageOf(request: ModelRequest): Language {
  return /[\u4e00-\u9fff]/.test(request.messages[0]?.text ?? '') ? 'zh' : 'en';
}

/** True if the last reply could not be used, or was prose that the engine asked about. */
export function isAskedBack(request: ModelRequest, language: Language): boolean {
  const violation = promptsFor(errands[language].goal).violation('§').split('§')[0] ?? '§';
  const last = request.messages.at(-1);
  const reply = request.messages.at(-2);
  return (
    (last?.text.includes(violation) ?? false) ||
    (last?.role === 'user' && reply?.role === 'assistant' && reply.calls.length === 0)
  );
}

/** Returns the plan of the task, with the step ids that the request shows. */
export function planSeen({ request, errand, shape }: Pick<Scene, 'request' | 'errand' | 'shape'>): SaidStep[] {
  const shown = [...textOf(request).matchAll(/^- ([\w.-]+): (.*)$/gm)];
  const steps = planOf(errand, shape);
  const named = new Map(
    steps.map(({ id = '', description }) => [id, shown.find(([, , words]) => words === description)?.[1] ?? id]),
  );
  return steps.map((step) => ({
    ...step,
    id: named.get(step.id ?? '') ?? '',
    dependencies: (step.dependencies ?? []).map((need) => named.get(need) ?? need),
  }));
}
