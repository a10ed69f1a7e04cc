import { readdir, readFile } from 'node:fs/promises';
import type { Cairn } from '../../e2e/support/cairn.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { expect, test } from '../../e2e/support/test.ts';

/** How a decision on the first of two pages of one site bears on the second one, and on a later task. */
const decisions = [
  { decision: 'Allow once', asksForSecond: true, asksLater: true },
  { decision: 'Allow for this plan', asksForSecond: false, asksLater: true },
  { decision: 'Always allow', asksForSecond: false, asksLater: false },
  { decision: 'Deny', asksForSecond: true, asksLater: true },
] as const;

for (const { decision, asksForSecond, asksLater } of decisions)
  test(`R9.12 “${decision}” holds across a reload, and so does the question itself`, async ({ app, model, site }) => {
    const read = (page: string) => ({ name: 'fetch', input: { url: `${site.origin}/${page}` } });
    const play = () =>
      model.play(
        diligentModel(
          [
            { description: 'Read the first', calls: [read('weather')] },
            { description: 'Read the second', calls: [read('ferries.json')] },
          ],
          'Read.',
        ),
      );
    play();
    await app.enterKey(model);
    await app.send('Read both');
    await expect(app.approval).toContainText(`${site.origin}/weather`);
    /* The list of sessions shows what is stored. */
    await expect(app.page.getByRole('link', { name: /^Read both needs you/ })).toBeVisible();
    await app.reload();
    await expect(app.approval).toContainText(`${site.origin}/weather`);
    expect(site.requests).toEqual([]);

    const between = model.hold((topic) => topic === 'Read the second after 0 calls');
    await app.approve(decision);
    await between.arrived;
    expect(site.requests).toEqual(decision === 'Deny' ? [] : ['/weather']);
    await app.reload();
    between.open();
    await app.pressContinue();
    if (asksForSecond) {
      await expect(app.approval).toContainText(`${site.origin}/ferries.json`);
      expect(site.requests).not.toContain('/ferries.json');
      await app.approve('Allow once');
    }
    await app.expectPlanStatus('completed');
    expect(site.requests).toEqual(decision === 'Deny' ? ['/ferries.json'] : ['/weather', '/ferries.json']);

    await app.reload();
    play();
    await app.send('Read both again');
    if (asksLater) {
      await expect(app.approval).toContainText(`${site.origin}/weather`);
      await app.stop();
    } else {
      /* The plan of the first task is completed as well, so only what is read tells that the second one is through. */
      await expect.poll(() => site.requests).toEqual(['/weather', '/ferries.json', '/weather', '/ferries.json']);
      await app.expectPlanStatus('completed');
    }
  });

interface Template {
  en: { plan: { steps: { description: string }[] } };
}

/**
 * What the step of a template has a model do: pages are read, the calendar and the to-dos are looked at and added to.
 */
function usualCall(description: string, pages: string[]) {
  if (/^Read/.test(description)) return { name: 'fetch', input: { url: pages.shift() ?? '' } };
  if (/calendar|free times|Block an hour|all-day entry|study times/.test(description))
    return /^(?:See|List|Find)/.test(description)
      ? { name: 'schedule', input: { action: 'list', start: '2026-12-01', end: '2026-12-07' } }
      : { name: 'schedule', input: { action: 'add', title: description, start: '2026-12-01T09:00' } };
  if (/to-do/.test(description))
    return {
      name: 'todo',
      input: /^List/.test(description) ? { action: 'list' } : { action: 'add', title: description },
    };
  return null;
}

/** Allows each new site for the plan, and counts how often that is asked; never for that host. */
async function cardsUntilDone(app: Cairn, never = ''): Promise<number> {
  for (let cards = 0; ; cards += 1) {
    const done = async () => (await app.plan.getAttribute('data-plan-status')) === 'completed';
    await expect.poll(async () => (await app.approval.isVisible()) || (await done()), { timeout: 60_000 }).toBe(true);
    if (await done()) return cards;
    if (never) await expect(app.approval).not.toContainText(never);
    await app.approve('Allow for this plan');
  }
}

test('R9.12, R13.4 ordinary plans ask for at most one new site in the median, and never for the model’s own', async ({
  app,
  model,
  site,
}, info) => {
  info.setTimeout(300_000);
  const asked: number[] = [];
  await app.enterKey(model);
  const folder = new URL('../../../public/templates/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  expect(names.length).toBeGreaterThanOrEqual(8);
  for (const name of names)
    await test.step(name, async () => {
      const { steps } = (JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Template).en.plan;
      const pages = [`${site.origin}/weather`, `${site.origin.replace('127.0.0.1', 'localhost')}/ferries.json`];
      const calls = steps.map(({ description }) => usualCall(description, pages));
      model.play(
        diligentModel(
          steps.map(({ description }, at) => ({ description, calls: calls[at] ? [calls[at]] : [] })),
          'All is done.',
        ),
      );
      await app.newSession();
      await app.send(`Do as in ${name}`);
      asked.push(await cardsUntilDone(app, new URL(model.baseUrl).host));
    });
  asked.sort((a, b) => a - b);
  info.annotations.push({ type: 'new sites asked for, by plan', description: asked.join(', ') });
  expect(asked[Math.floor(asked.length / 2)]).toBeLessThanOrEqual(1);
  expect(asked.at(-1)).toBeLessThanOrEqual(5);
});
