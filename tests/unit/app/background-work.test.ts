import { expect, test } from 'vitest';
import { pauseDeletedSessions } from '../../../src/app/background-work.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openDatabase } from '../storage/open-database.ts';

const at = '2026-01-01T10:00:00.000Z';

test('R12.3 a plan at work whose session is deleted elsewhere is paused, and the session can be brought back', async () => {
  const stores = createStores(openDatabase().database);
  for (const id of ['working', 'resting'])
    await stores.sessions.create({
      ...{ id, title: id, plan_status: null, steps_ended: 0, steps_total: 0 },
      ...{ created_at: at, updated_at: at, deleted_at: null },
    });
  const words = new Translator();
  await words.loadAll();
  const toasts = new Toasts();
  let removed: string[] = [];
  const atWork = new Set(['working']);
  const dependencies = { stores } as AppDependencies;
  pauseDeletedSessions(
    { dependencies, words, toasts, session: null, deleted: [], deletedHere: [] },
    { stores, present: () => ({ pause: (id) => atWork.delete(id) }) },
  );
  stores.sessions.removed().subscribe((all) => (removed = all.map(({ title }) => title)));
  await stores.sessions.remove('resting', at);
  await stores.sessions.remove('working', at);
  await expect
    .poll(() => toasts.list.map(({ text }) => text))
    .toEqual([words.t('devices.deleted', { title: 'working' })]);
  /* The page learns later that the plan is paused: until then, it seems to be at work. */
  atWork.add('working');
  await stores.sessions.rename('working', 'renamed');
  await stores.sessions.remove('resting', null);
  await expect.poll(() => removed).toEqual(['renamed']);
  expect(toasts.list).toHaveLength(1);
  toasts.list[0]?.action?.run();
  await expect.poll(async () => (await stores.sessions.get('working'))?.deleted_at).toBeNull();
  await expect.poll(() => removed).toEqual([]);
  await stores.sessions.remove('working', at);
  await expect.poll(() => toasts.list.map(({ id }) => id)).toEqual([2]);
});

test('R12.3 a session that is shown and at rest is said to be deleted elsewhere, once, and not if this tab deletes it', async () => {
  const stores = createStores(openDatabase().database);
  const create = (id: string) =>
    stores.sessions.create({
      ...{ id, title: id, plan_status: null, steps_ended: 0, steps_total: 0 },
      ...{ created_at: at, updated_at: at, deleted_at: null },
    });
  for (const id of ['shown', 'own', 'other']) await create(id);
  const words = new Translator();
  await words.loadAll();
  const app = {
    ...{ dependencies: { stores } as AppDependencies, words, toasts: new Toasts() },
    ...{
      session: { id: 'own' } as App['session'],
      deleted: [] as App['deleted'],
      deletedHere: ['own'] as readonly string[],
    },
  };
  const deleted = () => app.deleted.map(({ id }) => id).sort();
  pauseDeletedSessions(app, { stores, present: () => null });
  await stores.sessions.remove('own', at);
  await expect.poll(deleted).toEqual(['own']);
  app.session = { id: 'shown' } as App['session'];
  await stores.sessions.remove('shown', at);
  await stores.sessions.remove('other', at);
  await expect.poll(deleted).toEqual(['other', 'own', 'shown']);
  expect(app.toasts.list.map(({ text }) => text)).toEqual([words.t('devices.deleted_at_rest', { title: 'shown' })]);
  app.toasts.list[0]?.action?.run();
  await expect.poll(async () => (await stores.sessions.get('shown'))?.deleted_at).toBeNull();
  await stores.sessions.remove('own', null);
  await expect.poll(deleted).toEqual(['other']);
  app.session = { id: 'own' } as App['session'];
  await stores.sessions.remove('own', at);
  await expect
    .poll(() => app.toasts.list.map(({ text }) => text).at(-1))
    .toBe(words.t('devices.deleted_at_rest', { title: 'own' }));
});
