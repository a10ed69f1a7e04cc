import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import Workspace from '../../../src/ui/app/Workspace.svelte';
import type { Todo } from '../../../src/records/todo.ts';
import { openSession } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

test('R14.6 on a phone a to-do that gets the focus is not under a toast', async () => {
  const { app, session, page: parts } = await openSession(null);
  const at = '2026-01-01T10:00:00.000Z';
  const todos = Array.from({ length: 30 }, (_, n): Todo => ({
    ...{ id: `t${n}`, title: `Number ${n}`, notes: '', due: null, priority: 'normal', tags: [] },
    ...{ done: false, position: n, session_id: null, created_at: at, updated_at: at, deleted_at: null },
  }));
  await app.dependencies.stores.todos.saveAll(todos);
  app.show('todo');
  show(Workspace, { app, session }, parts);
  show(Overlays, { app }, parts);
  const rows = page.getByRole('list', { name: 'Open to-dos' }).getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(30);
  app.toasts.tell('Deleted “Number 31”.', { label: 'Undo', run: () => undefined });
  const toast = page.getByText('Deleted “Number 31”.').first();
  await expect.element(toast).toBeVisible();
  const top = (element: Element) => element.getBoundingClientRect().top;
  const bottom = (element: Element) => element.getBoundingClientRect().bottom;
  const covered = rows.elements().find((row) => bottom(row) > top(toast.element()));
  covered?.querySelector<HTMLElement>('input')?.focus();
  await expect.poll(() => covered && bottom(covered) < top(toast.element())).toBe(true);
});

test('R14.6 on a phone a toast above the conversation covers neither a banner nor the top bar', async () => {
  const { app, session, page: parts } = await openSession(null);
  app.show('conversation');
  const banner = document.createElement('div');
  banner.style.height = '140px';
  show(Workspace, { app, session }, parts);
  show(Overlays, { app }, parts);
  await expect.element(page.getByRole('banner')).toBeVisible();
  page.getByRole('banner').element().closest('.workspace')?.before(banner);
  app.toasts.remind('While you were away: Garden meeting');
  const toast = page.getByText('While you were away: Garden meeting').first();
  await expect.element(toast).toBeVisible();
  const edge = (side: 'top' | 'bottom', element: Element) => element.getBoundingClientRect()[side];
  await expect
    .poll(() => edge('top', toast.element().closest('.toast')!) - edge('bottom', page.getByRole('banner').element()))
    .toBeGreaterThan(0);
  expect(edge('top', page.getByRole('banner').element())).toBeGreaterThanOrEqual(140);
  banner.remove();
});
