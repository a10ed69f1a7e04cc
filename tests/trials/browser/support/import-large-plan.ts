import type { Cairn } from '../../../e2e/support/cairn.ts';
import { expect } from '../../../e2e/support/test.ts';

/** Takes in a plan of so many steps as a list of their descriptions, on the page of work. */
export async function importLargePlan(app: Cairn, count: number): Promise<void> {
  const plan = Array.from({ length: count }, (_, at) => `Task ${at + 1}: look at the figures and note what stands out`);
  await app.chooseFile('plan.json', JSON.stringify(plan));
  await app.acceptImport();
  await expect(app.steps).toHaveCount(count);
}
