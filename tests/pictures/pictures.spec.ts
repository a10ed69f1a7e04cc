import { fileURLToPath } from 'node:url';
import type { MessageKey } from '../../src/text/translate.ts';
import { allMessages } from '../text/all-messages.ts';
import { diligentModel } from '../e2e/support/diligent-model.ts';
import { expect, test } from '../e2e/support/test.ts';
import { scenes } from './scene.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

test('pictures of the page at work', async ({ app, page, model, site }, { project }) => {
  test.setTimeout(180_000);
  const { language } = app;
  const texts: Readonly<Record<string, string>> = allMessages[language];
  const t = (key: MessageKey) => texts[key] ?? key;
  const scene = scenes[language](site.origin);
  const isPhone = project.name.startsWith('phone');
  const shot = async (name: string) => {
    await page.mouse.move(0, 0);
    await page.screenshot({ path: `${docs}${name}-${project.name}.png`, animations: 'disabled' });
  };
  const view = (of: MessageKey, name: MessageKey) =>
    page
      .getByRole('group', { name: t(of), exact: true })
      .getByText(t(name), { exact: true })
      .click();
  const show = (pane: 'conversation' | 'plan' | 'todo' | 'schedule' | 'files' | 'history') =>
    page.getByRole('tab', { name: t(`shell.tab.${pane}`), exact: true }).click();

  await page.clock.setSystemTime(new Date('2026-11-23T09:20:00+01:00'));
  await page.reload();
  await expect(page.getByRole('button', { name: t('welcome.demo') })).toBeVisible();
  await shot('welcome');

  model.play(diligentModel(scene.steps, scene.closing));
  await app.enterKey(model);
  const working = model.hold((topic) => topic.startsWith(scene.during));
  await app.send(scene.goal);
  await app.approve('Allow for this plan');
  await expect(app.message).toHaveAttribute('placeholder', t('composer.answer'));
  await shot('waiting');

  await app.send(scene.answer);
  await working.arrived;
  if (isPhone) await show('plan');
  await shot('running');
  await view('graph.view', 'graph.view_graph');
  await expect(page.getByRole('application')).toBeVisible();
  await shot('graph');
  await view('graph.view', 'graph.view_list');

  working.open();
  await app.expectPlanStatus('completed');
  if (isPhone) await show('conversation');
  await expect(page.getByRole('log')).toContainText(t('progress.ended.completed').split(/[:：]/)[0] ?? '');
  const count = `${scene.steps.length}/${scene.steps.length}`;
  if (!isPhone) await expect(page.getByRole('navigation').getByText(count)).toBeVisible();
  await shot('finished');
  for (const pane of ['todo', 'schedule', 'files', 'history'] as const) {
    await show(pane);
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
    await shot(pane);
  }
  await view('history.view', 'history.view.bars');
  await shot('bars');
  await app.button('Settings').click();
  await shot('settings');
});
