import { readFileSync } from 'node:fs';
import { redactableParts } from '../../../src/task/session-rows.ts';
import { planInLink } from '../../../src/formats/plan-file/plan-link.ts';
import type { Cairn } from '../../e2e/support/cairn.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import type { ModelServer } from '../../e2e/support/model-server.ts';
import type { PageServer } from '../../e2e/support/page-server.ts';
import { expect, test } from '../../e2e/support/test.ts';

test.describe.configure({ timeout: 240_000 });

/** The key that `Cairn.enterKey` enters, and one for a search. */
const keys = ['sk-test-0123456789', 'tvly-CANARY-5b1f'];

const labels = {
  pages: /^What was read from outside/,
  files: /^Files, with their names/,
  arguments: /^What the tools were given/,
  sites: /^Names of sites/,
};

/** What of a session belongs to each part that can be left out. */
const canaries = (site: PageServer) => ({
  pages: ['light breeze from the west', 'Weather in Lindau'],
  files: ['kestrel over the quay'],
  arguments: ['"magpie-" + 17'],
  sites: [new URL(site.origin).host],
});

const calls = (site: PageServer) => [
  { name: 'fetch', input: { url: `${site.origin}/weather` } },
  { name: 'files', input: { action: 'write', name: 'birds.md', content: 'A kestrel over the quay.' } },
  { name: 'compute', input: { code: '"magpie-" + 17' } },
];

const steps = (site: PageServer) =>
  calls(site).map((call, at) => ({ description: `Step ${'abc'[at] ?? ''}`, calls: [call] }));

/** A plan whose steps are complete calls: their results are what the tools returned. */
const completeSteps = (site: PageServer) => ({
  topic: () => '',
  answer: ({ purpose }: { purpose: string }) =>
    purpose === 'intake'
      ? {
          calls: [
            {
              name: 'create_plan',
              input: {
                plan: calls(site).map(({ name, input }, at) => ({
                  id: `s${at}`,
                  description: `Step ${'abc'[at] ?? ''}`,
                  tool: name,
                  parameters: input,
                  dependencies: [],
                })),
              },
            },
          ],
        }
      : { calls: [{ name: 'finish_task', input: { response: 'All is done.' } }] },
});

type Play = (model: ModelServer, site: PageServer, app: Cairn) => void | Promise<void>;
const plays: Record<string, Play> = {
  'a run whose steps are thought about': (model, site) => model.play(diligentModel(steps(site), 'All is done.')),
  'a run of complete steps': (model, site) => model.play(completeSteps(site)),
  'a run that checks after each step': async (model, site, app) => {
    model.play(diligentModel(steps(site), 'All is done.'));
    await app.workCarefully();
  },
};

for (const [name, play] of Object.entries(plays))
  test(`P of ${name}, no saved page or link holds a key or what was left out`, async ({ app, model, site }, info) => {
    await app.enterKey(model);
    const settings = await app.settings('Search and reading');
    await settings.getByRole('combobox', { name: 'Search with' }).selectOption({ label: 'Tavily' });
    await settings.getByRole('textbox', { name: 'Search key' }).fill(keys[1] ?? '');
    await settings.getByRole('button', { name: 'Close' }).click();
    await play(model, site, app);
    await app.send('Look at the birds');
    await app.approve('Allow for this plan');
    await app.expectPlanStatus('completed');
    await app.tab('Plan');
    await app.button('Share …').click();
    const dialog = app.page.getByRole('dialog');
    const told = canaries(site);
    const hits: string[] = [];

    for (let n = 0; n < 2 ** redactableParts.length; n += 1) {
      const left = redactableParts.filter((_, at) => (n & (1 << at)) !== 0);
      for (const part of redactableParts)
        await dialog.getByRole('checkbox', { name: labels[part] }).setChecked(left.includes(part));
      const coming = app.page.waitForEvent('download');
      await app.button('Save as a page').click();
      const path = info.outputPath(`run-${n}.html`);
      await (await coming).saveAs(path);
      const page = readFileSync(path, 'utf8');
      const named = `without ${left.join(', ') || 'nothing'}`;
      for (const key of keys) if (page.includes(key)) hits.push(`${named}: ${key}`);
      for (const part of redactableParts) {
        const form = (text: string) => JSON.stringify(text).slice(1, -1);
        const found = told[part].filter((text) => page.includes(text) || page.includes(form(text)));
        if (left.includes(part)) hits.push(...found.map((text) => `${named}: ${text}`));
        else if (left.length === 0) expect(found).toEqual(told[part]);
      }
    }
    const link = await dialog.getByRole('textbox', { name: 'Link to this plan' }).inputValue();
    const shared = (await planInLink(new URL(link).hash)) ?? '';
    expect(shared).toContain('Step b');
    for (const key of keys) if (shared.includes(key)) hits.push(`link: ${key}`);
    expect(hits).toEqual([]);
  });
