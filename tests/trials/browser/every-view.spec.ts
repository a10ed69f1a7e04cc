import { expectNoViolation } from '../../e2e/support/axe.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { expect, test } from '../../e2e/support/test.ts';
import { scenes } from '../pictures/scene.ts';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test.describe(`at ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport });

    test('R14.5 axe finds no violation on any view, in either theme', async ({ app, page, model, site }) => {
      test.setTimeout(400_000);
      const isNarrow = viewport.width < 760;
      const choose = (group: string, name: string) =>
        page.getByRole('group', { name: group, exact: true }).getByText(name, { exact: true }).click();
      const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
      const close = async () => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      };

      /* The day of the trip. */
      await page.clock.setSystemTime(new Date('2026-11-28T06:00:00+01:00'));
      await page.reload();
      await expect(app.button('Save')).toBeVisible();
      await expectNoViolation(page);

      const scene = scenes.en(site.origin);
      model.play(diligentModel(scene.steps, scene.closing));
      await app.enterKey(model);
      await expectNoViolation(page);
      const working = model.hold((topic) => topic.startsWith(scene.during));
      await app.send(scene.goal);
      await expect(app.approval).toBeVisible();
      await expectNoViolation(page);
      await app.approve('Allow for this plan');
      await expect(app.message).toHaveAttribute('placeholder', 'Write your answer…');
      await expectNoViolation(page);

      await app.send(scene.answer);
      await working.arrived;
      await expectNoViolation(page);
      if (isNarrow) await app.tab('Plan');
      await app.button('Options for step 7').click();
      await expectNoViolation(page);
      await page.keyboard.press('Escape');
      await app.steps.first().getByRole('button').first().click();
      await expectNoViolation(page);
      await choose('View of the plan', 'Graph');
      await page
        .getByRole('application')
        .getByRole('button', { name: /^Step 5:/ })
        .click();
      await expect(page.getByRole('region', { name: 'Step 5' })).toBeVisible();
      await expectNoViolation(page);
      await choose('View of the plan', 'List');
      working.open();
      await app.expectPlanStatus('completed');
      await expectNoViolation(page);
      if (isNarrow) {
        await page.getByRole('tab', { name: 'Chat' }).click();
        await expectNoViolation(page);
        await app.button('Show sessions').click();
        await expectNoViolation(page);
        await page.getByRole('navigation', { name: 'Sessions' }).getByRole('button', { name: 'Hide sessions' }).click();
      }

      await app.tab('To-do');
      await expectNoViolation(page);
      await app.tab('Schedule');
      for (const view of ['Agenda', 'Day', 'Week', 'Month']) {
        await page.getByRole('radio', { name: view, exact: true }).locator('..').click();
        await expect(app.panel('Schedule').getByText('Ferry to the island').first()).toBeAttached();
        await expectNoViolation(page);
      }
      await page.getByRole('region', { name: 'Schedule' }).getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog('New entry')).toBeVisible();
      await expectNoViolation(page);
      await close();
      await app.tab('Files');
      await expectNoViolation(page);
      for (const name of ['costs.csv', 'costs.svg', 'weekend.md']) {
        await app.panel('Files').getByText(name, { exact: true }).first().click();
        await expect(dialog(name)).toBeVisible();
        await expectNoViolation(page);
        await close();
      }
      await app.tab('History');
      await expectNoViolation(page);
      await choose('View', 'Bars');
      await expectNoViolation(page);

      for (const section of [
        ...['Model connection', 'How it works', 'Tools and permissions', 'Search and reading', 'MCP servers'],
        ...['Language and look', 'Notifications and app', 'Your data'],
      ]) {
        const settings = await app.settings(section);
        await expect(settings.getByRole('heading', { name: section })).toBeVisible();
        await expectNoViolation(page);
        if (isNarrow) await app.button('All settings').click();
      }
      await close();
      await app.button('Search and commands').click();
      await expect(dialog('Search and commands')).toBeVisible();
      await page.getByRole('combobox').fill('ferry');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectNoViolation(page);
      await close();
      await page.locator('body').press('?');
      await expect(dialog(/shortcuts/i)).toBeVisible();
      await expectNoViolation(page);
      await close();
      for (const name of ['Memory', 'Bin']) {
        if (isNarrow) await app.button('Show sessions').click();
        await app.button(name).click();
        await expect(dialog(name)).toBeVisible();
        await expectNoViolation(page);
        await close();
      }
    });
  });
