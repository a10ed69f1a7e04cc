import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Conversation from '../../../src/ui/conversation/Conversation.svelte';
import { SessionView } from '../../../src/ui/session/session-view.svelte.ts';
import type { Run } from '../../../src/task/run.ts';
import { sessionLockName } from '../../../src/engine/session-lock-name.ts';
import { step } from '../../fixtures/steps.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemoryTabs } from '../../fakes/memory-tabs.ts';
import { show } from '../support/mount.ts';
import { openApp, taskIn } from '../support/open-app.ts';

const call = {
  origin: 'https://a.example',
  private_address: false,
  subject: 'https://a.example/',
  rule: 'site',
} as const;
const approval = { effect: 'e', step_id: 'a', tool: 'fetch', access: call, decision: null };
const profile = { id: 'p', provider: 'far', base_url: 'https://far.test', model: 'm', name: 'Far' };
const card = page.getByRole('group', { name: 'Approval' });

/** A tab that watches a plan which another tab has. */
async function watching(run: Run, needsKey: boolean) {
  const locks = new MemoryLocks();
  const tabs = new MemoryTabs();
  await locks.take(sessionLockName('x'), { signal: new AbortController().signal, lost: () => undefined });
  const desk = await openApp({
    dependencies: { providers: [{ id: 'far', needsKey }] as never },
  });
  const { dependencies, words, toasts } = desk.app;
  const stores = {
    ...dependencies.stores,
    sessions: Object.assign(Object.create(dependencies.stores.sessions) as object, {
      watchRun: () => ({ subscribe: (next: (stored: Run | null) => void) => (next(run), () => undefined) }),
    }),
  };
  const lease = (sessionId: string) => ({
    ...{ sessionId, locks, tabs: tabs.other() },
    wait: () => new Promise<void>(() => undefined),
    open: async () => {
      throw new Error('not here');
    },
  });
  const parts = { ...dependencies, stores, lease } as never;
  const session = new SessionView('x', parts, words, toasts, () => ({ profile, profiles: [profile] }));
  const end = tabs.subscribe('x', (word) => word === 'who' && tabs.post('x', 'here'));
  session.wake();
  await expect.poll(() => session.elsewhere).toBe(true);
  end();
  show(Conversation, { app: desk.app, session }, desk.page);
  return desk;
}

test('R11.2 a tab without the key says why it cannot decide, before anything is pressed', async () => {
  const { app } = await watching(taskIn('waiting', [step('a', 'running')], { approvals: [approval] }), true);
  await expect.element(card.getByText('this one has no key to go on with')).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Allow once' })).not.toBeInTheDocument();
  await card.getByRole('button', { name: 'Enter the key' }).click();
  expect(app.settingsSection).toBe('connection');
});

test('R11.2 so it does where a question waits', async () => {
  const question = { effect: 'e', step_id: null, text: 'Which tree?' };
  await watching(taskIn('waiting', [], { question }), true);
  await expect.element(page.getByRole('button', { name: 'Enter the key' })).toBeVisible();
});

test('R11.2 a tab whose connection needs no key decides as ever', async () => {
  await watching(taskIn('waiting', [step('a', 'running')], { approvals: [approval] }), false);
  await expect.element(card.getByRole('button', { name: 'Allow once' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Enter the key' })).not.toBeInTheDocument();
});
