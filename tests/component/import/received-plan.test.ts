import { expect, test } from 'vitest';
import { planLink } from '../../../src/formats/plan-file/plan-link.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { receiveLink } from '../../../src/ui/background/receive-shared.ts';
import { now, openSession, taskIn } from '../support/open-app.ts';

test('R2.7 a plan link that is cancelled leaves no session behind, and shows the one from before', async () => {
  const { app, session } = await openSession(taskIn('completed', [newStep('step_1', 'Sow')]));
  const { sessions } = app.dependencies.stores;
  const plan = { ...emptyPlan('p', 'Weed the beds', now), steps: [newStep('step_1', 'Weed')] };
  const { hash } = new URL(await planLink(plan, location.href));
  const ids = async () => (await sessions.page(0, 10)).map(({ id }) => id);
  for (let n = 0; n < 2; n += 1) {
    await receiveLink(app, hash);
    expect(app.session?.incoming.state.kind).toBe('read');
    expect(await ids()).toHaveLength(2);
    app.session?.incoming.dismiss();
    await expect.poll(ids).toEqual([session.id]);
    expect(app.session?.id).toBe(session.id);
  }
});
