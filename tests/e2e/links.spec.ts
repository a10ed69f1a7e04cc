import type { Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Open this address?' });
const says = (text: string) => ({ topic: () => 'intake', answer: () => ({ text }) });

test('R13.2 an address that a model wrote is shown whole before it is opened, and no way leads around that', async ({
  app,
  model,
  site,
  context,
}) => {
  const { page } = app;
  const host = new URL(site.origin).host;
  const address = `${site.origin}/weather?q=my%20secret#end`;
  model.play(says(`See [the weather](${address}) or ![a lake](${site.origin}/lake.png).`));
  await app.enterKey(model);
  await app.send('Where is the weather?');
  const link = page.getByRole('link', { name: 'the weather', exact: true });
  const picture = page.getByRole('link', { name: `Image: a lake (opens ${host})` });
  await expect(app.conversation.getByText(`(${host})`).first()).toBeVisible();
  await expect(app.conversation.locator('a')).toHaveCount(0);
  await expectNoViolation(page);

  await link.hover();
  await link.click({ button: 'middle' });
  await link.click({ modifiers: ['ControlOrMeta'] });
  await expect(dialog(page)).toContainText(address);
  await expect(dialog(page).locator('strong')).toHaveText(host);
  await expectNoViolation(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await link.click({ modifiers: ['Shift'] });
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(link).toBeFocused();
  await picture.click();
  await expect(dialog(page)).toContainText(`${site.origin}/lake.png`);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  expect(context.pages()).toHaveLength(1);
  expect(site.requests).toEqual([]);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await link.focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Copy address' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const opening = context.waitForEvent('page');
  await dialog(page).getByRole('link', { name: 'Open' }).click();
  const opened = await opening;
  await opened.waitForLoadState();
  expect(opened.url()).toBe(address);
  expect(await opened.evaluate(() => [document.referrer, window.opener === null])).toEqual(['', true]);
  await expect(dialog(page)).toBeHidden();
  expect(site.requests.filter((path) => path !== '/favicon.ico')).toEqual(['/weather']);
});

test('R13.2 what an address hides is seen: signs that turn it round, a name before the @, this machine, other letters', async ({
  app,
  model,
}) => {
  const { page } = app;
  const cases = [
    ['[https://bank.example/](https://evil.example/a)', 'https://evil.example/a', 'evil.example'],
    ['[x\u202emoc](https://evil.example/\u202egpj.exe)', 'https://evil.example/%E2%80%AEgpj.exe', 'evil.example'],
    ['[sign in](https://bank.example@evil.example/)', 'https://bank.example@evil.example/', 'evil.example'],
    ['[apple](https://аpple.example/)', 'https://xn--pple-43d.example/', 'xn--pple-43d.example'],
    ['[the router](http://192.168.0.1/reboot)', 'http://192.168.0.1/reboot', '192.168.0.1'],
    ['[write](mailto:a@evil.example?body=secret)', 'mailto:a@evil.example?body=secret', 'a@evil.example'],
  ] as const;
  model.play(says(`${cases.map(([text]) => `- ${text}`).join('\n')}\n- [run](javascript:alert(1)) [file](file:///x)`));
  await app.enterKey(model);
  await app.send('Give me links');
  await expect(app.conversation.getByRole('link')).toHaveCount(cases.length);
  for (const [at, [, address, host]] of cases.entries()) {
    await expect(app.conversation.getByRole('listitem').nth(at)).toContainText(`(${host})`);
    await app.conversation.getByRole('link').nth(at).click();
    await expect(dialog(page).locator('.address')).toHaveText(address);
    await expect(dialog(page).locator('strong')).toHaveText(host);
    await expect(dialog(page).getByText('before the @')).toHaveCount(address.startsWith('https://bank') ? 1 : 0);
    await expect(dialog(page).getByText('your own network')).toHaveCount(address.includes('192.168') ? 1 : 0);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  }
});

test('R13.2 the address that a file came from is asked about, too, over its preview', async ({ app, model, site }) => {
  const { page } = app;
  const address = `${site.origin}/ferries.json`;
  model.play(diligentModel([{ description: 'Look', calls: [{ name: 'fetch', input: { url: address } }] }], 'Seen.'));
  await app.enterKey(model);
  await app.send('Look at the ferries');
  await app.approve('Allow once');
  await app.expectPlanStatus('completed');
  await app.tab('Files');
  await app
    .panel('Files')
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('link', { name: address }).click();
  await expect(dialog(page)).toContainText(address);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(site.requests).toEqual(['/ferries.json']);
});

test('R9.12 what is approved is shown whole: a long address, the site in it, what would be sent, signs that hide @gate', async ({
  app,
  model,
  site,
}) => {
  const long = `${site.origin}/drop?${'all=that&'.repeat(120)}the=end`;
  const body = `${'line\n'.repeat(80)}\u202eterces\u200b`;
  const calls = [{ name: 'fetch', input: { url: long, method: 'POST', body } }];
  model.play(diligentModel([{ description: 'Send it', calls }], 'Not sent.'));
  await app.enterKey(model);
  await app.send('Send it');
  const subject = app.approval.locator('.subject');
  await expect(subject.locator('strong')).toHaveText(new URL(site.origin).host);
  expect(await subject.textContent()).toBe(
    `POST ${long}\nContent-Type: text/plain;charset=utf-8\n\n${'line\n'.repeat(80)}\\u202eterces\\u200b`,
  );
  await expect(app.approval).toContainText('longer than the box');
  await expect(app.approval.getByRole('button')).toHaveText(['Allow once', 'Deny']);
  await expect(app.approval.getByRole('button', { name: 'Deny' })).toBeInViewport();
  await app.page.setViewportSize({ width: 390, height: 700 });
  await expect(app.approval.getByRole('button', { name: 'Deny' })).toBeInViewport();
  await expectNoViolation(app.page);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await app.approve('Deny');
  await app.expectPlanStatus('completed');
  expect(site.requests).toEqual([]);
});

test.describe('in Chinese, on a phone', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 390, height: 664 }, hasTouch: true });

  test('R13.2, R14.5 a long address fits, and each choice can be tapped', async ({ app, model }) => {
    const { page } = app;
    const address = `https://evil.example/${'secret/'.repeat(60)}`;
    model.play(says(`[看这里](${address})`));
    await app.enterKey(model);
    await app.send('链接');
    await page.getByRole('link', { name: '看这里' }).tap();
    const asked = page.getByRole('dialog', { name: '打开这个网址？' });
    await expect(asked).toContainText(address);
    for (const choice of [
      asked.getByRole('button', { name: '取消' }),
      asked.getByRole('button', { name: '复制网址' }),
      asked.getByRole('link', { name: '打开' }),
    ]) {
      await expect(choice).toBeInViewport();
      expect((await choice.boundingBox())!.height).toBeGreaterThanOrEqual(40);
    }
    await asked.getByRole('button', { name: '取消' }).tap();
    await expect(asked).toBeHidden();
  });
});
