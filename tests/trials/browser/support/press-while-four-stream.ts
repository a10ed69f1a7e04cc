import { diligentModel } from '../../../e2e/support/diligent-model.ts';
import type { Cairn } from '../../../e2e/support/cairn.ts';
import type { ModelServer } from '../../../e2e/support/model-server.ts';
import { expect } from '../../../e2e/support/test.ts';

const steps = ['North', 'East', 'South', 'West'].map((side) => ({
  description: `Look ${side}`,
  calls: Array.from({ length: 4 }, (_, at) => ({
    name: 'todo',
    input: { action: 'add', title: `${side} ${at + 1}, as the person has asked for it and in so many words` },
  })),
}));

/** Has four steps stream side by side, from the welcome page on, and types, opens and closes steps all the while. */
export async function pressWhileFourStream(app: Cairn, model: ModelServer): Promise<void> {
  model.play(diligentModel([...steps, { description: 'Sum up', dependencies: ['s1', 's2', 's3', 's4'] }], 'Done.'));
  model.flow();
  await app.enterKey(model);
  await app.send('Look around');
  await expect(app.steps.first()).toBeVisible();
  for (let round = 0; (await app.plan.getAttribute('data-plan-status')) === 'executing' && round < 30; round += 1) {
    await app.message.pressSequentially('not too fast');
    await app.page.keyboard.press('ControlOrMeta+a');
    await app.page.keyboard.press('Backspace');
    const opener = app.steps
      .nth(round % 4)
      .getByRole('button')
      .first();
    await opener.click();
    await opener.click();
  }
  await app.expectPlanStatus('completed');
}
