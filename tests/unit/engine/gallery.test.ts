import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { importedRun } from '../../../src/engine/adopt-plan.ts';
import { unstartedPlan } from '../../../src/plan/plan-edits.ts';
import { fillTemplate, placeholders } from '../../../src/plan/template.ts';
import { shippedTemplates, type ShippedTemplate } from '../../../src/ui/templates/shipped-templates.ts';
import { calls, results, stepOf, World } from './world.ts';
import { purposes, usual } from './usual.ts';

const folder = new URL('../../../public/', import.meta.url);
const read = async (path: string) => new Response(await readFile(new URL(path, folder), 'utf8'));

/** What a step's tool is called with where the template leaves the call to the model. */
const inputs: Record<string, (step: number, world: World) => unknown> = {
  todo: (step) => ({ action: 'add', title: `Part ${step}`, due: '2026-11-20' }),
  schedule: (step) => ({ action: 'add', title: `Part ${step}`, start: '2026-11-20T10:00' }),
  files: (step, world) => {
    const [name] = /[\p{L}\d-]+\.(?:md|csv|txt)\b/u.exec(world.run.plan.steps[step - 1]!.description) ?? [];
    return { action: 'write', name: name ?? `part-${step}.md`, content: `Part ${step}` };
  },
  chart: () => ({ type: 'bar', rows: [{ kind: 'a', sum: 3 }, { kind: 'b', sum: 5 }], x: 'kind', y: ['sum'] }), // prettier-ignore
  compute: () => ({ code: 'return 1 + 1' }),
  fetch: () => ({ url: 'https://en.wikipedia.org/wiki/Found' }),
  read_artifact: (_, world) => ({ file: [...world.storage.tables.files.keys()][0] }),
};

/** Every page can be read, and every search finds one. */
function answerAll({ network }: World): void {
  const found = JSON.stringify({ query: { search: [{ title: 'Found', snippet: 'a page' }] } });
  network.pages.get = (url) =>
    url.includes('/w/api.php') ? { type: 'application/json', body: found } : { body: 'kind,sum\na,3\nb,5' };
}

async function carriedOut(template: ShippedTemplate): Promise<World> {
  const world: World = new World(
    usual([], {
      thought: (request) => {
        const tool = world.run.plan.steps[stepOf(request) - 1]?.tool;
        const input = tool === undefined ? undefined : inputs[tool];
        return tool !== undefined && input && results(request).length === 0
          ? calls([tool, input(stepOf(request), world)])
          : calls(['finish_step', { response: `Came to an end: ${stepOf(request)}` }]);
      },
    }),
    { thoroughness: 'balanced', tool_rules: { fetch: 'allow', search: 'allow' } },
  );
  const values = placeholders(template.plan).map((name) => [name, template.examples?.[name] ?? '2026-11-20'] as const);
  const at = world.clock.now();
  const plan = unstartedPlan(fillTemplate(template.plan, Object.fromEntries(values)), 'plan_gallery', at);
  answerAll(world);
  const { limits } = world.settings;
  const run = importedRun(plan, { run: 'task_gallery', session: 's1', at, before: null, limits });
  void world.runner.send({ type: 'plan.import', run, from: 'import' });
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.continue' });
  for (;;) {
    const { phase, approvals } = await world.untilPhase('completed', 'failed', 'waiting');
    if (phase !== 'waiting') return world;
    const asked = approvals.find(({ decision }) => decision === null);
    if (!asked) return world;
    void world.runner.send({ type: 'approval.decide', effect: asked.effect, decision: 'once' });
    await world.until((run) => run.approvals.every(({ effect, decision }) => effect !== asked.effect || decision));
  }
}

describe.each(['en', 'zh'] as const)('R2.9 the gallery in the language %s', async (language) => {
  test.each(await shippedTemplates(language, read))('$name runs to its end, each step of it', async (template) => {
    const world = await carriedOut(template);
    expect(world.run.phase).toBe('completed');
    expect(world.statuses()).toEqual(template.plan.steps.map(() => 'completed'));
    expect(purposes(world.model.requests).filter((purpose) => purpose === 'plan' || purpose === 'intake')).toEqual([]);
  });
});
