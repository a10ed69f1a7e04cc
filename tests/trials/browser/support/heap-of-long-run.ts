import type { Cairn } from '../../../e2e/support/cairn.ts';
import { diligentModel } from '../../../e2e/support/diligent-model.ts';
import type { ModelServer } from '../../../e2e/support/model-server.ts';
import { expect } from '../../../e2e/support/test.ts';

/**
 * Imports a plan of so many steps on the welcome page, carries it out, and tells the page's heap in MB before and
 * after.
 */
export async function heapOfLongRun(
  app: Cairn,
  model: ModelServer,
  count: number,
): Promise<{ before: number; after: number }> {
  const session = await app.page.context().newCDPSession(app.page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const steps = Array.from({ length: count }, (_, at) => ({
    id: `s${at + 1}`,
    description: `Note ${at + 1}`,
    tool: 'todo',
    parameters: { action: 'add', title: `Look at the figures of day ${at + 1}` },
    dependencies: at === 0 ? [] : [`s${at}`],
  }));
  model.play(diligentModel([], 'All were noted.'));
  await app.enterKey(model);
  const settings = await app.settings('How it works');
  await settings.getByRole('radio', { name: /^Economy/ }).check();
  const limit = settings.getByRole('spinbutton', { name: /^Work limit/ });
  await limit.fill('10000');
  await limit.blur();
  await app.page.keyboard.press('Escape');
  await app.chooseFile('plan.json', JSON.stringify({ goal: 'Note many days', steps }));
  await app.acceptImport();
  await expect(app.page.getByText('0%')).toBeVisible();
  const before = await heap();
  await app.button('Continue').click();
  await app.page.locator('[data-plan-status="completed"]').waitFor({ timeout: 1_100_000 });
  return { before, after: await heap() };
}
