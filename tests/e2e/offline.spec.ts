import { Cairn } from './support/cairn.ts';
import { keptOffline } from './support/kept-offline.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const note = 'No network. Your work is all here; models on the net and web pages wait until it is back.';

test('R14.5 after the first visit the app starts without a network, with all that was done, and says what waits @gate', async ({
  app,
  page,
  context,
}) => {
  await app.playDemo();
  await keptOffline(page);
  await expect(page.getByText(note)).toBeHidden();

  await context.setOffline(true);
  await expect(page.getByText(note)).toBeVisible();
  await app.reload();
  await app.expectPlanStatus('completed');
  await expect(page.getByText(note)).toBeVisible();
  for (const tab of ['To-do', 'Schedule', 'Files', 'History'] as const) await app.tab(tab);
  await app.tab('To-do');
  await expect(app.panel('To-do').getByRole('listitem').first()).toBeVisible();

  const other = new Cairn(await context.newPage());
  await other.open();
  await other.expectPlanStatus('completed');
  await other.button('New session').click();
  await other.send('/todo Water the plants');
  await expect(other.conversation).toContainText('Water the plants');

  await context.setOffline(false);
  await expect(page.getByText(note)).toBeHidden();
});

test('R8.1 what is typed right after “New session” is pressed is for the new one, and is not lost', async ({
  app,
  page,
}) => {
  await app.playDemo();
  const old = new URL(page.url()).hash;
  await page.getByRole('button', { name: 'New session', exact: true }).evaluate(async (button) => {
    (button as HTMLElement).click();
    await new Promise((resolve) => queueMicrotask(() => setTimeout(resolve)));
    const field = document.querySelector<HTMLTextAreaElement>('#message');
    if (!field) throw new Error('There is no field.');
    field.value = '/todo Water the plants';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await expect.poll(() => new URL(page.url()).hash).not.toBe(old);
  await app.message.press('Enter');
  await expect(app.conversation).toContainText('Water the plants');
});

test('R14.5 without a network the page changes to the other language, whole, and keeps it', async ({
  app,
  page,
  context,
}) => {
  await app.goOnWithoutKey();
  await keptOffline(page);
  await context.setOffline(true);
  const settings = await app.settings('Language and look');
  await settings.getByRole('radio', { name: '简体中文' }).click();
  await expect(page.getByRole('dialog', { name: '设置', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: '待办' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: '待办' })).toBeVisible();
  await context.setOffline(false);
});

test('R14.5 a language that cannot be loaded leaves the page in the old one, which says so', async ({
  app,
  page,
  context,
}) => {
  await context.route('**/assets/zh-*.js', (route) => route.abort());
  await app.goOnWithoutKey();
  const settings = await app.settings('Language and look');
  await settings.getByRole('radio', { name: '简体中文' }).click();
  const said = 'This language could not be loaded. Check your network, then try again.';
  await expect(page.getByText(said).first()).toBeVisible();
  await expect(settings.getByRole('radio', { name: '简体中文' })).not.toBeChecked();
  await expect(page.getByRole('dialog', { name: 'Settings', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
});

test('R14.5 the settings say that the app is kept, and how it is installed where the browser does not offer it', async ({
  app,
  page,
}) => {
  await app.goOnWithoutKey();
  await keptOffline(page);
  await app.button('Settings').click();
  await app.button('Notifications and app').click();
  await expect(page.getByText('Cairn also starts without a network').first()).toBeVisible();
  await expect(page.getByText('on iPhone and iPad, Share, then “Add to Home Screen”').first()).toBeVisible();
});

test('R14.5 the browser’s offer to install waits in the settings for the person', async ({ app, page }) => {
  await app.goOnWithoutKey();
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset.asked = 'yes';
        return { outcome: 'accepted' };
      },
    });
    dispatchEvent(offer);
  });
  await app.button('Settings').click();
  await app.button('Notifications and app').click();
  await page.getByRole('button', { name: 'Install Cairn' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(page.getByText('Cairn is installed: it has a window of its own.').first()).toBeVisible();
});

test('R13.4 what goes to other origins does not pass the service worker', async ({ app, page, model }) => {
  await keptOffline(page);
  const answered = page.waitForResponse((response) => response.url().startsWith(model.baseUrl));
  await app.enterKey(model);
  await app.send('Hello');
  expect((await answered).fromServiceWorker()).toBe(false);
});
