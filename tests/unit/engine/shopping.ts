import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { PlanEdit } from '../../../src/plan/plan-edits.ts';
import type { Settings } from '../../../src/records/settings.ts';
import { usual } from './usual.ts';
import { calls, stepOf, textOf, World } from './world.ts';

export const adds = (n: number, title: string) => ({
  id: `s${n}`,
  description: `Add to-do "${title}"`,
  tool: 'todo',
  parameters: { action: 'add', title },
});
export const first = { id: 's1', description: 'Look at the list' };
export const shopping = [first, adds(2, 'Eggs'), adds(3, 'Bread')];
export const allergy = 'No eggs please, Ann is allergic';

export type Over = NonNullable<Parameters<typeof usual>[1]>;

/** A world whose first step waits at its thought until `go`; the other steps have complete calls. */
export async function whileShopping(
  over: Over = {},
  settings: Partial<Settings> = {},
  plan: readonly unknown[] = shopping,
) {
  let go = null as (() => void) | null;
  const world: World = new World(
    usual(plan, {
      ...over,
      thought: (request, index) => {
        if (stepOf(request) !== 1) return over.thought?.(request, index);
        if (go) return calls(['finish_step', { response: 'looked' }]);
        return new Promise<ModelReply>((resolve) => {
          go = () => resolve(calls(['finish_step', { response: 'looked' }]));
        });
      },
    }),
    { thoroughness: 'balanced', ...settings },
  );
  world.submit('Shop');
  await world.until(() => go !== null);
  const say = (text: string) => void world.runner.send({ type: 'guidance.add', text });
  const edit = (wanted: PlanEdit) => void world.runner.send({ type: 'plan.edit', edit: wanted });
  return { world, say, edit, go: () => go!() };
}

export const replans = (world: World) => world.model.requests.filter(({ purpose }) => purpose === 'replan');
export const drops = (text: string) =>
  text.includes(allergy) && !text.includes('were replaced')
    ? calls(['update_plan', { plan: [{ ...adds(3, 'Bread'), id: 'step_3' }] }])
    : undefined;
export const dropsEggs: NonNullable<Over['replan']> = (request) => drops(textOf(request));
