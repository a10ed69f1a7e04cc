import { expect, test } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import type { StorageError } from '../../../src/ports/storage-health.ts';
import FaultBanner from '../../../src/ui/app/FaultBanner.svelte';
import type { Run } from '../../../src/task/run.ts';
import { openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const steps = [newStep('s1', 'Ask where')];
const paused = taskIn('paused', steps, { pause: { code: 'storage', detail: 'full' } });
const banner = () => document.querySelector('.banner')?.textContent ?? '';

async function shown(run: Run | null, fault: StorageError): Promise<void> {
  const { app, page } = await openSession(run);
  Object.defineProperty(app.faults, 'gravest', { value: fault });
  show(FaultBanner, { app }, page);
}

test('R12.4 a full storage is told without paused work where there is none, and without a bin that holds nothing', async () => {
  await shown(taskIn('blocked', steps), { code: 'full' });
  await expect.poll(banner).toContain('nothing more can be stored');
  expect(banner()).not.toContain('paused');
  expect(banner()).not.toContain('bin');
});

test('R12.4 a full storage that has paused the work says how it goes on', async () => {
  await shown(paused, { code: 'full' });
  await expect.poll(banner).toContain('The work is paused');
});

test('R12.4 the plan can be exported before the reload where the stored data has gone', async () => {
  await shown(paused, { code: 'gone' });
  await expect.poll(banner).toContain('Export plan.json');
});
