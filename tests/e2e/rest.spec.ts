import { expectNoViolation } from './support/axe.ts';
import { revisingModel } from './support/revising-model.ts';
import { expect, test } from './support/test.ts';

test('R6.8 a task that the model closes early says what was left out, and goes on with the rest at one press', async ({
  app,
  model,
}) => {
  const plan = ['Read the timetable', 'Compare the ferries', 'Sum up'];
  model.play(revisingModel({ plan, revision: [], closing: 'Take the ferry at ten.' }));
  await app.enterKey(model);
  await app.workCarefully();
  await app.send('Get to Lindau on Sunday');
  await app.expectPlanStatus('completed');
  await expect(app.conversation).toContainText(
    'The model ended the task before all of it was done. Left out: Compare the ferries; Sum up',
  );
  const go = app.conversation.getByRole('button', { name: 'Go on with the rest' });
  await expect(app.page.getByRole('button', { name: 'Go on with the rest' })).toHaveCount(1);
  await expect(app.plan).toContainText('Ended: 1 of 3 steps completed, 2 skipped');
  await expect(app.plan.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33');
  await expect(app.page.getByRole('navigation', { name: 'Sessions' })).toContainText('ended · 1 of 3');
  await expectNoViolation(app.page);
  await go.click();
  await expect(app.conversation).toContainText('Done: Sum up');
  await app.expectPlanStatus('completed');
  await expect(go).toBeHidden();
});
