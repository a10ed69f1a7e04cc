import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetLimit, budgetsToGrant } from '../../../src/task/budget.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';

test('R5.3 whatever a plan has used, one whole budget is left of those granted, and less than two', () => {
  fc.assert(
    fc.property(planArbitrary, fc.nat({ max: 1000 }), (plan, step_count) => {
      const used = { ...plan, step_count };
      const one = budgetLimit({ plan: used, first_plan: used.steps, budget_grants: 1 }, defaultLimits);
      const left =
        budgetLimit(
          { plan: used, first_plan: used.steps, budget_grants: budgetsToGrant(used, defaultLimits) },
          defaultLimits,
        ) - step_count;
      expect(left).toBeGreaterThanOrEqual(one);
      expect(left).toBeLessThan(2 * one);
    }),
  );
});
