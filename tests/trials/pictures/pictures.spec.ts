import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MessageKey } from '../../../src/i18n/translate.ts';
import { allMessages } from '../../unit/i18n/all-messages.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { expect, test } from '../../e2e/support/test.ts';
import { animatedWebp } from './animated-webp.ts';
import { scenes } from './scene.ts';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
const pages = ['README.md', 'README.zh-CN.md'].map((name) => readFileSync(name, 'utf8')).join('\n');
/** Pictures that a page of the project shows are put into docs/; the others, to be looked at, into test-results/. */
const shownPictures = new Set([...pages.matchAll(/docs\/([\w-]+\.webp)/g)].map(([, file]) => file));

test('pictures of the page at work', async ({ app, page, model, site }, { project }) => {
  test.setTimeout(180_000);
  const { language } = app;
  const texts: Readonly<Record<string, string>> = allMessages[language];
  const t = (key: MessageKey) => texts[key] ?? key;
  const scene = scenes[language](site.origin);
  const isPhone = project.name.includes('phone');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const camera = await page.context().newCDPSession(page);
  const keep = async (name: string, picture: Buffer) => {
    const file = `${name}-${project.name.replace('pictures, ', '')}.webp`;
    await writeFile(shownPictures.has(file) ? docs + file : join('test-results', file), picture);
  };
  const shot = async (name: string) => {
    await page.mouse.move(0, 0);
    const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
    await keep(name, Buffer.from(data, 'base64'));
  };
  /** The run in ten seconds: what a person sees from the goal to the answer. */
  const frames: { still: Buffer; ms: number }[] = [];
  const small = { width: 1080, height: 675 };
  const frame = async (ms: number) => {
    if (isPhone) return;
    const clip = { x: 0, y: 0, width: 1440, height: 900, scale: small.width / 1440 };
    const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 72, clip });
    frames.push({ still: Buffer.from(data, 'base64'), ms });
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
  await app.message.fill(scene.goal);
  await frame(1300);
  await app.send(scene.goal);
  await expect(app.approval).toBeVisible();
  await frame(1800);
  await app.approve('Allow for this plan');
  await expect(app.message).toHaveAttribute('placeholder', t('composer.answer'));
  await shot('waiting');
  await app.message.fill(scene.answer);
  await frame(1700);

  await app.send(scene.answer);
  await working.arrived;
  if (isPhone) await show('plan');
  await shot('running');
  await frame(1700);
  await view('graph.view', 'graph.view_graph');
  await expect(page.getByRole('application')).toBeVisible();
  await shot('graph');
  await frame(1500);
  await view('graph.view', 'graph.view_list');

  working.open();
  await app.expectPlanStatus('completed');
  if (isPhone) await show('conversation');
  await expect(page.getByRole('log')).toContainText(t('progress.ended.completed').split(/[:：]/)[0] ?? '');
  const count = `${scene.steps.length}/${scene.steps.length}`;
  if (!isPhone) await expect(page.getByRole('navigation').getByText(count)).toBeVisible();
  await shot('finished');
  await frame(2500);
  if (!isPhone) await keep('run', animatedWebp(frames, small));
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
