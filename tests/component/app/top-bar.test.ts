import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import TopBar from '../../../src/ui/app/TopBar.svelte';
import { openSession } from '../support/open-app.ts';
import { root, show } from '../support/mount.ts';

afterEach(() => root().removeAttribute('style'));

test('R14.1 beside a wide pane the top bar says only “Demo”, whatever the width of the window', async () => {
  const { app, session, page: parts } = await openSession(null, { settings: { profile: 'demo' } });
  Object.defineProperty(app, 'isDemo', { value: true });
  show(TopBar, { app, session }, parts);
  const long = page.getByText(parts.words.t('shell.demo_label'), { exact: true });
  root().style.width = '640px';
  await expect.element(long).toBeVisible();
  root().style.width = '436px';
  await expect.element(long).not.toBeVisible();
  await expect.element(page.getByText('Demo', { exact: true })).toBeVisible();
});
