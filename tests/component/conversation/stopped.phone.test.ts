import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Conversation from '../../../src/ui/conversation/Conversation.svelte';
import { openSession, taskIn } from '../support/open-app.ts';
import { root, show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

test('R3.8 a phone offers to go on with a stopped plan under the conversation, where the plan is in another pane', async () => {
  const stopped = taskIn('cancelled', [step('a', 'completed'), step('b', 'skipped')]);
  const {
    app,
    session,
    runner,
    page: desk,
  } = await openSession(
    { ...stopped, reply_stats: { ...stopped.reply_stats, rest: ['b'] } },
    { settings: { profile: 'p' } },
  );
  Object.assign(root().style, { display: 'grid', gridTemplateRows: 'minmax(0, 1fr)' });
  show(Conversation, { app, session }, desk);
  runner.record({ type: 'message', kind: 'goal', text: 'Tidy the garden' });
  await expect.element(page.getByText('Stopped: 1 of 2 steps completed')).toBeVisible();
  await page.getByRole('button', { name: 'Go on with the rest' }).click();
  await expect.poll(() => runner.sent.map(({ type }) => type)).toContain('plan.continue');
});
