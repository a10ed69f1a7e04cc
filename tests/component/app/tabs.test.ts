import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Tabs from '../../../src/ui/app/Tabs.svelte';
import { openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';

let app: App;
const tab = (name: string) => page.getByRole('tab', { name });

beforeEach(async () => {
  const desk = await openSession(taskIn('reviewing'));
  app = desk.app;
  show(Tabs, { app, session: desk.session }, desk.page);
});

test('R14.5 arrows, Home and End go from tab to tab and open each; only the open one is reached by Tab', async () => {
  await tab('Plan').click();
  for (const [key, name, pane] of [
    ['{ArrowRight}', 'To-do', 'todo'],
    ['{End}', 'History', 'history'],
    ['{ArrowRight}', 'Plan', 'plan'],
    ['{ArrowLeft}', 'History', 'history'],
    ['{Home}', 'Plan', 'plan'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(tab(name)).toHaveFocus();
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
    expect(app.pane).toBe(pane);
  }
  expect(
    page
      .getByRole('tab')
      .elements()
      .filter((each) => each.tabIndex === 0),
  ).toHaveLength(1);
});

test('R14.1 on a desktop the conversation is no tab, since it is always there', async () => {
  await expect.element(page.getByRole('tab', { name: 'Chat' })).not.toBeInTheDocument();
  await expect.element(tab('Plan')).toHaveAttribute('aria-selected', 'true');
});
