import type { ModelReply } from '../../src/task/model-reply.ts';
import { nativeOrWrittenCalls } from '../../src/model/endpoint/calls-in-text.ts';
import { quotationChecker } from '../../src/model/endpoint/quotations.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import { replyOf, type Said } from '../trials/said.ts';
import { diligent } from './diligent.ts';
import { errands, type Shape } from './errand.ts';
import { isAskedBack, languageOf, type Place, protocolOf, type Scene } from './scene.ts';

/** One way in which real models differ from the diligent one: in what they mean, or in how they write it. */
export interface Habit {
  name: string;
  language?: 'en' | 'zh';
  /**
   * Such a model must be asked again, or does more than needed: it may make twice the usual calls, others only one
   * more.
   */
  dear?: true;
  /** Such a model words its steps differently each time, so that a finished step may be planned again. */
  rewords?: true;
  means?: (said: Said, scene: Scene) => Said;
  /**
   * Rewrites replies with native calls only: a server that constrains replies to a schema leaves no freedom in form.
   */
  writes?: (reply: ModelReply, scene: Scene) => ModelReply;
}

export type Mind = (request: ModelRequest) => ModelReply;

const places: Record<Said['kind'], Place> = {
  plan: 'plan',
  update: 'check',
  act: 'act',
  ask: 'question',
  done: 'end',
  blocked: 'end',
  keep: 'check',
  finish: 'close',
  judge: 'judge',
  answer: 'plan',
  nonsense: 'plan',
};

/** Returns a model with these habits, behind a server that ignores `tool_choice` and parses calls written as text. */
export function mind(habits: readonly Habit[], shape: Shape): Mind {
  const speak = speaker(habits, shape);
  let serial = 0;
  return (request) => {
    serial += 1;
    return speak(diligent(request, shape), request, serial);
  };
}

/** Returns a function that says what is meant as a model with these habits would. */
export function speaker(
  habits: readonly Habit[],
  shape: Shape,
): (said: Said, request: ModelRequest, serial: number) => ModelReply {
  const asked = new Map<Place, number>();
  return (meant, request, serial) => {
    const place = places[meant.kind];
    const language = languageOf(request);
    const before = asked.get(place) ?? 0;
    asked.set(place, before + 1);
    const scene: Scene = {
      place,
      request,
      protocol: protocolOf(request),
      language,
      shape,
      errand: errands[language],
      before,
      askedBack: isAskedBack(request, language),
    };
    const said = habits.reduce((now, { means }) => means?.(now, scene) ?? now, meant);
    const reply = replyOf(said, scene.protocol, serial);
    const written = habits.reduce((now, { writes }) => writes?.(now, scene) ?? now, reply);
    return served(scene.protocol === 'tools' ? written : reply, request);
  };
}

/** Treats a reply as the app's own endpoint does: calls written as text count if a tool of that name was offered. */
function served(reply: ModelReply, request: ModelRequest): ModelReply {
  if (reply.calls.length > 0) return reply;
  const read = nativeOrWrittenCalls(reply.text, [], {
    firstCallNumber: 1,
    offered: request.tools.length > 0 ? request.tools : (request.described ?? []),
    isStep: request.purpose === 'thought',
    isForeign: quotationChecker(request.messages),
  });
  return read.calls.length > 0 ? { ...reply, ...read, finish: 'calls' } : reply;
}
