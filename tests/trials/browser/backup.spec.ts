import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { test } from '../../e2e/support/durable-test.ts';
import { expect } from '../../e2e/support/test.ts';

const megabytes = 50;

/** Puts a session with a task, a record and files of so many bytes in all straight into the tables. */
async function fill(page: Page, sessions: number, bytes: number): Promise<void> {
  await page.evaluate(
    async ([count, size]) => {
      const at = '2026-01-01T10:00:00.000Z';
      const text = 'Every stone marks the way; 每一块石头都指路。\n';
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('cairn');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error('no database'));
      });
      const plan = { id: 'p', goal: 'Fill', status: 'paused', steps: [], iteration_count: 0, step_count: 0 };
      for (let nth = 0; nth < count; nth += 1) {
        const id = `session_filled${String(nth).padStart(4, '0')}`;
        const names = ['sessions', 'versions', 'journal', 'files', 'contents'];
        const writing = database.transaction(names, 'readwrite');
        const put = (table: string, row: unknown) => writing.objectStore(table).put(row);
        const content = text.repeat(Math.ceil(size / count / new TextEncoder().encode(text).length));
        put('sessions', {
          ...{ id, title: `Filled ${nth}`, plan_status: null, steps_ended: 0, steps_total: 0 },
          ...{ created_at: at, updated_at: at, listed_at: at, deleted_at: null },
        });
        put('versions', { session_id: id, n: 1, base: 1, seq: 1, change: { run: { session_id: id, plan } } });
        for (let seq = 1; seq <= 40; seq += 1)
          put('journal', {
            ...{ seq, session_id: id, task_id: null, step_id: null, at, effect: `${id}/t/intake/${seq}` },
            body: { type: 'message', kind: 'reply', text },
          });
        const fileSize = new TextEncoder().encode(content).length;
        put('files', {
          ...{ id: `file_${nth}`, session_id: id, name: 'stones.txt', mime: 'text/plain', size: fileSize },
          ...{ kind: 'file', source: null, created_at: at, deleted_at: null },
        });
        put('contents', { id: `file_${nth}`, content });
        await new Promise((resolve, reject) => {
          writing.oncomplete = resolve;
          writing.onabort = () => reject(writing.error ?? new Error('aborted'));
        });
      }
      database.close();
    },
    [sessions, bytes] as const,
  );
}

/** Every table but fences and handles: how many rows, and a digest of them all with their keys. */
async function dump(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('cairn');
      opening.onsuccess = () => resolve(opening.result);
    });
    const found: Record<string, string> = {};
    for (const name of database.objectStoreNames) {
      if (name === 'fences' || name === 'handles') continue;
      const rows: string[] = [];
      await new Promise<void>((resolve) => {
        const reading = database.transaction(name).objectStore(name).openCursor();
        reading.onsuccess = () => {
          if (!reading.result) {
            resolve();
            return;
          }
          rows.push(JSON.stringify([reading.result.key, reading.result.value]));
          reading.result.continue();
        };
      });
      const digest = await crypto.subtle.digest('SHA-256', await new Blob(rows).arrayBuffer());
      found[name] = `${rows.length} ${[...new Uint8Array(digest)].map((byte) => byte.toString(16)).join('')}`;
    }
    database.close();
    return found;
  });
}

/** Everything that this origin keeps is gone, as in a browser that never was here. */
async function wipe(page: Page): Promise<void> {
  await page.goto('/plan.schema.json');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase('cairn');
      deleting.onsuccess = resolve;
      deleting.onerror = reject;
    });
  });
}

/** Collects what the progress bar of that name says, from now on. */
async function watchProgress(page: Page, name: string): Promise<() => Promise<number[]>> {
  await page.evaluate((label) => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const bar = document.querySelector(`[role=progressbar][aria-label="${label}"]`);
      const value = Number(bar?.getAttribute('aria-valuenow') ?? Number.NaN);
      if (!Number.isNaN(value) && seen.at(-1) !== value) seen.push(value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  }, name);
  return () => page.evaluate(() => (window as unknown as { seen: number[] }).seen);
}

test('R12.5, R13.4 backup, wipe and restore give the same database but for what is in use and what tasks may do, 50 MB in less than 30 seconds each way, with progress', async ({
  app,
  model,
  page,
}, testInfo) => {
  test.setTimeout(180_000);
  model.play(
    diligentModel(
      [{ description: 'Note it', calls: [{ name: 'todo', input: { action: 'add', title: 'Buy milk' } }] }],
      'Noted.',
    ),
  );
  await app.enterKey(model);
  await app.send('Remember the milk');
  await app.expectPlanStatus('completed');
  await fill(page, 25, megabytes * 1_000_000);
  const before = await dump(page);

  let dialog = await app.settings('Your data');
  const savingSeen = await watchProgress(page, 'Backing up');
  const started = Date.now();
  const coming = page.waitForEvent('download', { timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Back up now' }).click();
  const download = await coming;
  const path = await download.path();
  const savingTook = Date.now() - started;
  expect(download.suggestedFilename()).toMatch(/^cairn-backup-\d{4}-\d{2}-\d{2}\.jsonl$/);
  expect((await savingSeen()).length).toBeGreaterThan(3);
  const backup = await readFile(path, 'utf8');
  expect(Buffer.byteLength(backup)).toBeGreaterThan(megabytes * 1_000_000);
  expect(backup).not.toContain('sk-test-0123456789');

  await wipe(page);
  await app.open();
  await expect(app.button('Try the demo')).toBeVisible();
  dialog = await app.settings('Your data');
  const restoringSeen = await watchProgress(page, 'Restoring');
  const begun = Date.now();
  await dialog.getByLabel('Backup file to restore').setInputFiles(path);
  await dialog.getByRole('checkbox', { name: /^I made this backup myself/ }).check();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog.getByText(/^\s*Restored: 26 sessions/)).toBeVisible({ timeout: 60_000 });
  const restoringTook = Date.now() - begun;
  expect((await restoringSeen()).length).toBeGreaterThan(3);
  await expect(page.getByRole('navigation', { name: 'Sessions' }).getByText('Remember the milk')).toBeAttached();
  const after = await dump(page);
  const changed = { settings: '', versions: '' };
  expect({ ...after, ...changed }).toEqual({ ...before, ...changed });
  expect(Number.parseInt(after.versions ?? '')).toBe(Number.parseInt(before.versions ?? '') + 1);
  await app.settings('Model connection');
  const connection = dialog.getByRole('list', { name: 'Connections' }).getByRole('listitem');
  await expect(connection).toContainText(model.baseUrl);
  await expect(connection.getByRole('radio')).not.toBeChecked();
  await app.settings('Your data');

  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const figures = `${(Buffer.byteLength(backup) / 1e6).toFixed(1)} MB: backup ${seconds(savingTook)}, restore ${seconds(restoringTook)}`;
  testInfo.annotations.push({ type: 'figures', description: figures });
  process.stdout.write(`${figures}\n`);
  expect(savingTook).toBeLessThan(30_000);
  expect(restoringTook).toBeLessThan(30_000);

  await dialog.getByLabel('Backup file to restore').setInputFiles(path);
  await dialog.getByRole('checkbox', { name: /^I made this backup myself/ }).check();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog.getByText('Everything in this backup is here already.')).toBeVisible({ timeout: 60_000 });
  await dialog.getByLabel('Backup file to restore').setInputFiles({
    name: 'torn.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(backup.slice(0, 200_000)),
  });
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog.getByText(/ends too early, at line \d+/)).toBeVisible();
  expect(await dump(page)).toEqual(after);
});
