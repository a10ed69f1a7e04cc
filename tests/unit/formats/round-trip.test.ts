import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planErrors } from '../../../src/plan/plan.ts';
import { exportPlan } from '../../../src/formats/plan-file/export-plan.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';

const context = { planId: 'plan_new', at: '2026-02-01T00:00:00.000Z' };
const over = ['completed', 'failed', 'cancelled'];

test('R2.7 export → import gives an equal plan, save that one which had not ended arrives paused', () => {
  fc.assert(
    fc.property(planArbitrary, (plan) => {
      const arrived = over.includes(plan.status) ? plan : { ...plan, status: 'paused' };
      expect(readPlanFile(exportPlan(plan), context)).toStrictEqual({
        ok: true,
        plan: arrived,
        shape: 'plan',
        repairs: [],
      });
    }),
    { numRuns: 300 },
  );
});

test('R2.7 export → import → export changes no byte but the status of a plan that had not ended', () => {
  fc.assert(
    fc.property(planArbitrary, (plan) => {
      const first = exportPlan(over.includes(plan.status) ? plan : { ...plan, status: 'paused' });
      const reading = readPlanFile(first, context);
      expect(reading.ok && exportPlan(reading.plan)).toBe(first);
    }),
  );
});

test('R2.3 the plans of these tests are sound, and so is what arrives', () => {
  fc.assert(
    fc.property(planArbitrary, (plan) => {
      expect(planErrors(plan)).toEqual([]);
      const reading = readPlanFile(exportPlan(plan), context);
      expect(reading.ok && planErrors(reading.plan)).toEqual([]);
    }),
  );
});
