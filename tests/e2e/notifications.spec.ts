import type { BrowserContext, Page } from '@playwright/test';
import { diligentModel } from './support/diligent-model.ts';
import { keptOffline } from './support/kept-offline.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

const steps = [{ description: 'Note the bag', question: 'Which bag?' }, { description: 'Sum up' }];

/** Another window lies over the page, or not any more. */
async function cover(page: Page, covered: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    const state = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, covered);
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration?.getNotifications())?.map(({ title, body }) => `${title}: ${body}`) ?? [];
  });

async function clickNotification(context: BrowserContext): Promise<void> {
  await context.serviceWorkers()[0]?.evaluate(async () => {
    const worker = globalThis as unknown as ServiceWorkerGlobalScope;
    const [notification] = await worker.registration.getNotifications();
    if (notification) worker.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
}

test('R14.5 a hidden page tells of a question and of the end in its title and, once turned on, by notifications that lead to the session', async ({
  app,
  page,
  context,
  model,
}) => {
  model.play(diligentModel(steps, 'All is prepared.'));
  await app.enterKey(model);
  await keptOffline(page);
  await app.button('Settings').click();
  await app.button('Notifications and app').click();
  await page.getByRole('checkbox', { name: 'Notify me when Cairn ends or needs me' }).check();
  await page.keyboard.press('Escape');

  const thought = model.hold((_, ask) => ask.purpose === 'thought');
  await app.send('Prepare the trip');
  await thought.arrived;
  await expect(page).toHaveTitle('Prepare the trip – Cairn');
  await cover(page, true);
  await expect(page).toHaveTitle('Working on step 1 of 2 – Prepare the trip – Cairn');
  thought.open();
  await expect(page).toHaveTitle('● Needs you: an answer – Prepare the trip – Cairn');
  await expect.poll(() => shown(page)).toEqual(['Prepare the trip: Needs you: an answer\nWhich bag?']);
  const asking = page.url();

  await cover(page, false);
  await expect(page).toHaveTitle('● Needs you: an answer – Prepare the trip – Cairn');
  await app.button('New session').click();
  await expect.poll(() => page.url()).not.toBe(asking);
  await clickNotification(context);
  await expect.poll(() => page.url()).toBe(asking);
  await expect.poll(() => shown(page)).toEqual([]);

  const closing = model.hold((topic) => topic.startsWith('Sum up'));
  await app.send('The blue one');
  await closing.arrived;
  await cover(page, true);
  closing.open();
  await expect.poll(() => shown(page)).toEqual(['Prepare the trip: Done: 2 of 2 steps completed']);
  await expect(page).toHaveTitle('● Done: 2 of 2 steps completed – Prepare the trip – Cairn');
});

test('R14.5 nothing is told outside of the page unless the person wants it', async ({ app, page, model }) => {
  model.play(diligentModel([{ description: 'Sum up' }], 'All is prepared.'));
  await app.enterKey(model);
  await keptOffline(page);
  await cover(page, true);
  await app.send('Prepare the trip');
  await expect(page).toHaveTitle(/^● Done/);
  expect(await shown(page)).toEqual([]);
});

test('R14.5 screen readers hear steps, questions and answers in words', async ({ app, page, model }) => {
  model.play(diligentModel(steps, 'All is prepared.'));
  await app.enterKey(model);
  const heard = page.locator('[data-announcer]');
  await page.evaluate(() => {
    const noted: string[] = [];
    Object.assign(window, { noted });
    const region = document.querySelector('[data-announcer]');
    if (region)
      new MutationObserver(() => noted.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  const noted = () => page.evaluate(() => (window as unknown as { noted: string[] }).noted);
  await app.send('Prepare the trip');
  await expect(heard).toContainText('Which bag?');
  await expect.poll(async () => (await noted()).join('\n')).toContain('Needs you: an answer');
  await app.send('The blue one');
  await app.expectPlanStatus('completed');
  await expect(heard).toContainText('All is prepared.');
  expect((await noted()).length).toBeLessThan(8);
});
