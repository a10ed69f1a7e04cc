import type { ModelReply } from '../../src/domain/model-reply.ts';
import { printedCalls } from '../../src/llm/printed-calls.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import { replyOf, type Said } from '../trials/said.ts';
import { diligent } from './diligent.ts';
import { errands, type Shape } from './errand.ts';
import { isAskedBack, languageOf, type Place, protocolOf, type Scene } from './scene.ts';

/** One way in which real models depart from the diligent mind: in what they mean, or in how they write it. */
export interface Habit {
  name: string;
  language?: 'en' | 'zh';
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
  const asked = new Map<Place, number>();
  let serial = 0;
  return (request) => {
    serial += 1;
    const language = languageOf(request);
    let said = diligent(request, shape);
    const place = places[said.kind];
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
    for (const { means } of habits) if (means) said = means(said, scene);
    let reply = replyOf(said, scene.protocol, serial);
    if (scene.protocol === 'tools') for (const { writes } of habits) if (writes) reply = writes(reply, scene);
    return served(reply, request);
  };
}

/** As the app's own endpoint hands a reply on: calls printed as text count where a tool of that name was offered. */
function served(reply: ModelReply, request: ModelRequest): ModelReply {
  if (reply.calls.length > 0 || request.tools.length === 0) return reply;
  const printed = printedCalls(
    reply.text,
    request.tools.map(({ name }) => name),
  );
  if (!printed) return reply;
  const calls = printed.calls.map(({ function: { name, arguments: input } }, at) => ({
    id: `printed_${at}`,
    name,
    arguments: typeof input === 'string' ? input : JSON.stringify(input),
  }));
  return { ...reply, text: printed.before, calls, finish: 'calls' };
}
