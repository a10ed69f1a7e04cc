import type { ScriptedModel } from './support/model-server.ts';
import { expectNoViolation } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const tips =
  'A good morning begins like this:\n\n1. **Wake up** at half past six\n2. Drink a glass of water\n3. Stretch';

/** A model that answers a goal with tips, and carries out whatever has become a plan. */
function adviser(answer: string): ScriptedModel {
  return {
    topic: (ask) => ask.purpose,
    answer: (ask) =>
      ask.purpose === 'intake'
        ? { text: answer }
        : ask.purpose === 'thought'
          ? { calls: [{ name: 'finish_step', input: { response: 'Seen to.' } }] }
          : { calls: [{ name: 'finish_task', input: { response: 'Good morning!' } }] },
  };
}

test('R3.5, R3.6 tips are an answer; one press makes them the plan, which outlives a reload and runs once approved', async ({
  app,
  model,
}) => {
  model.play(adviser(tips));
  await app.enterKey(model);
  await app.send('Set up a good morning routine');
  const offer = app.conversation.getByRole('button', { name: 'Make this the plan' });
  await expect(offer).toBeVisible();
  await expect(app.steps).toHaveCount(0);
  await expectNoViolation(app.page);
  await app.reload();
  await offer.focus();
  await app.page.keyboard.press('Enter');
  await expect(app.button('Approve')).toBeFocused();
  await app.expectOrder(['Wake up at half past six', 'Drink a glass of water', 'Stretch']);
  await expect(app.plan).toContainText('Needs you: approve the plan (3 steps)');
  await expect(app.conversation).toContainText('Plan made from the answer (3 steps)');
  await expect(offer).toBeHidden();
  await app.reload();
  await app.expectStepStatuses(['pending', 'pending', 'pending']);
  expect(model.topics).toEqual(['intake']);
  await app.button('Approve').click();
  await app.expectPlanStatus('completed');
});

test('R3.5 the plan that was made of an answer can be discarded, and the next answer is offered anew', async ({
  app,
  model,
}) => {
  model.play(adviser(tips));
  await app.enterKey(model);
  await app.send('Set up a good morning routine');
  const offer = app.conversation.getByRole('button', { name: 'Make this the plan' });
  await offer.click();
  await app.expectPlanStatus('planning');
  await app.stop();
  await app.expectPlanStatus('cancelled');
  await expect(offer).toBeHidden();
  await app.send('Set up a good morning routine');
  await expect(offer).toHaveCount(1);
  expect(model.topics).toEqual(['intake', 'intake']);
});
