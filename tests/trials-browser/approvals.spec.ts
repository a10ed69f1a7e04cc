import { diligentModel } from '../e2e/support/diligent-model.ts';
import { expect, test } from '../e2e/support/test.ts';

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
    await expect(app.page.getByRole('button', { name: /^Read both needs you/ })).toBeVisible();
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
      await app.expectPlanStatus('completed');
      expect(site.requests).toEqual(['/weather', '/ferries.json', '/weather', '/ferries.json']);
    }
  });
