import { expectNoViolation } from './support/axe.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test.describe('R14.5 axe finds no violation in either theme', () => {
  test('on the welcome screen', async ({ app }) => {
    await expect(app.page.getByRole('textbox', { name: 'API key' })).toBeVisible();
    await expectNoViolation(app.page);
  });

  test('on a plan at work and at its end @gate', async ({ app, model }) => {
    model.play(
      diligentModel(
        [
          { description: 'Note the bag', calls: [{ name: 'todo', input: { action: 'add', title: 'Pack the bag' } }] },
          {
            description: 'Enter the trip',
            calls: [
              {
                name: 'schedule',
                input: { action: 'add', title: 'Trip', start: '2026-11-22T10:00', end: '2026-11-22T18:00' },
              },
            ],
          },
          { description: 'Sum up' },
        ],
        'All is **prepared**.',
      ),
    );
    const thought = model.hold((topic) => topic === 'Enter the trip after 0 calls');
    await app.enterKey(model);
    await app.send('Prepare the trip');
    await thought.arrived;
    await app.expectStepStatuses(['completed', 'running', 'pending']);
    await expectNoViolation(app.page);
    thought.open();
    await app.expectPlanStatus('completed');
    await expectNoViolation(app.page);
  });

  test('on the settings', async ({ app, model }) => {
    await app.enterKey(model);
    await app.button('Settings').click();
    await expect(app.page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await expectNoViolation(app.page);
  });
});
