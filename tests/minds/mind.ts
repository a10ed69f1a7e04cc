import type { ModelReply } from '../../src/task/model-reply.ts';
import { callsOrWritten } from '../../src/model/endpoint/calls-in-text.ts';
import { saidBefore } from '../../src/model/endpoint/said-before.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import { replyOf, type Said } from '../trials/said.ts';
import { diligent } from './diligent.ts';
import { errands, type Shape } from './errand.ts';
import { isAskedBack, languageOf, type Place, protocolOf, type Scene } from './scene.ts';

/** One way in which real models depart from the diligent mind: in what they mean, or in how they write it. */
export interface Habit {
  name: string;
  language?: 'en' | 'zh';
  /** It has to be asked, or does more than is needed: it may take twice the usual calls, others hardly one more. */
  dear?: true;
  /** It says steps in words of its own each time, so that one which is done may come once more. */
  rewords?: true;
  means?: (said: Said, scene: Scene) => Said;
  /** Form is a matter of native calls: a server that holds replies to a schema leaves no room for it. */
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

/** A mind with these habits, behind a server that ignores `tool_choice` and reads calls that were printed as text. */
export function mind(habits: readonly Habit[], shape: Shape): Mind {
  const speak = speaker(habits, shape);
  let serial = 0;
  return (request) => {
    serial += 1;
    return speak(diligent(request, shape), request, serial);
  };
}

/** What is meant, as someone with these habits says it. */
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

/** As the app's own endpoint hands a reply on: calls printed as text count where a tool of that name was offered. */
function served(reply: ModelReply, request: ModelRequest): ModelReply {
  if (reply.calls.length > 0 || request.tools.length === 0) return reply;
  const read = callsOrWritten(reply.text, [], {
    firstCallNumber: 1,
    offered: request.tools,
    isForeign: saidBefore(request.messages),
  });
  return read.calls.length > 0 ? { ...reply, ...read, finish: 'calls' } : reply;
}
