import { isOver } from '../../src/task/run.ts';
import type { Thoroughness } from '../../src/values/limits.ts';
import type { ModelError } from '../../src/task/model-reply.ts';
import { statusLine } from '../../src/ui/session/status-line.ts';
import { World } from '../unit/engine/world.ts';
import type { Language } from './errand.ts';
import { type FalseMind, replies, tasks } from './false-minds.ts';

const silence: ModelError = { code: 'empty', detail: '', status: 200, retry_after_ms: null };

/**
 * Plays the task with a model and returns how it ends. Nobody answers questions, so the task may also wait or be
 * paused.
 */
export async function endOf(
  mind: FalseMind,
  { thoroughness, language }: { thoroughness: Thoroughness; language: Language },
) {
  const say = replies(mind, language);
  const world = new World(
    (request) => {
      const reply = say(request);
      const isSilent = reply.calls.length === 0 && reply.text.replace(/<think>[\s\S]*?<\/think>/g, '').trim() === '';
      return isSilent ? silence : reply;
    },
    { thoroughness },
  );
  world.stays = true;
  world.submit(tasks[language].goal);
  const run = await world.until(
    ({ phase }) => isOver(phase) || ['waiting', 'paused', 'blocked'].includes(phase),
    mind.name,
  );
  const { milk, bread } = tasks[language];
  return {
    world,
    tone: statusLine(run).tone,
    todos: world.todos(),
    wanted: [milk, bread].toSorted(),
    thoughts: world.model.requests.filter(({ purpose }) => purpose === 'thought').length,
  };
}
