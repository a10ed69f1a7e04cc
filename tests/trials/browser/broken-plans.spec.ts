import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '../../e2e/support/test.ts';

test('R2.6 each of the broken files gives one sentence that names the place, and changes nothing', async ({ app }) => {
  test.setTimeout(180_000);
  const folder = 'tests/fixtures/broken-plans';
  const files = readdirSync(folder).sort();
  expect(files.length).toBeGreaterThanOrEqual(30);
  await app.goOnWithoutKey();
  await app.chooseFile('plan.json', JSON.stringify(['Wash the apples', 'Bake the cake']));
  await app.acceptImport();
  const before = (await app.exportPlan()).text;
  for (const file of files)
    await test.step(file, async () => {
      await app.chooseFile(file, readFileSync(`${folder}/${file}`));
      const told = app.importDialog.getByRole('alert').getByRole('paragraph');
      await expect(told).toHaveText([/^(Line \d+, [^:]+: |The file |[a-z_]*(: |\[|\.))/, 'Nothing was changed.']);
      await app.page.keyboard.press('Escape');
      await expect(app.importDialog).toBeHidden();
    });
  await app.expectOrder(['Wash the apples', 'Bake the cake']);
  expect((await app.exportPlan()).text).toBe(before);
});
