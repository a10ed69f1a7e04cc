import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figure } from '../../fixtures/figure.ts';
import { unstartedPlan } from '../../../src/plan/plan-edits.ts';
import { longestLink, planInLink, planLink } from '../../../src/formats/plan-file/plan-link.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';

const page = 'https://cairn.example.org/app/';
const context = { planId: 'plan_new', at: '2026-02-01T00:00:00.000Z' };
const fragmentOf = (link: string) => new URL(link).hash;

/** `LINKS=2000` makes that many, as tests/trials/lists.test.ts does. */
const numRuns = Number(process.env.LINKS ?? 200);

test('P a plan handed on by link arrives with its goal, steps, arguments and dependencies, and without results', async () => {
  await fc.assert(
    fc.asyncProperty(planArbitrary, async (plan) => {
      const link = await planLink(plan, `${page}?q#/s/1`);
      expect(link.startsWith(`${page}?q#/plan/`) || link.startsWith(`${page}#/plan/`)).toBe(true);
      const text = (await planInLink(fragmentOf(link))) ?? '';
      expect(readPlanFile(text, context)).toStrictEqual({
        ok: true,
        plan: unstartedPlan(plan, 'plan', plan.created_at),
        shape: 'plan',
        repairs: [],
      });
    }),
    { numRuns },
  );
}, 60_000);

test('P a damaged or hostile fragment gives a text that is no other plan, or nothing; it never throws', async () => {
  const fragment = fragmentOf(await planLink(fc.sample(planArbitrary, { numRuns: 1, seed: 1 })[0]!, page));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.nat(fragment.length).map((at) => fragment.slice(0, at)),
        fc
          .tuple(fc.nat(fragment.length), fc.string({ maxLength: 8 }))
          .map(([at, put]) => fragment.slice(0, at) + put + fragment.slice(at + 1)),
        fc.string({ maxLength: 200 }).map((text) => `#/plan/${text}`),
      ),
      async (damaged) => {
        const text = await planInLink(damaged);
        if (text !== null) expect(() => readPlanFile(text, context)).not.toThrow();
      },
    ),
    { numRuns },
  );
}, 60_000);

test('P a fragment that unpacks to gigabytes is given up', async () => {
  const bomb = deflateRawSync(Buffer.alloc(300 * 1024 * 1024)).toString('base64url');
  expect(await figure(() => planInLink(`#/plan/${bomb}`))).toBeNull();
});

test('P a plan of forty ordinary steps is short enough for a link', async () => {
  const steps = Array.from({ length: 40 }, (_, n) => ({
    description: `Look up opening times, prices and the way to sight number ${n + 1} of the trip`,
    tool: 'search',
    parameters: { query: `sight ${n + 1} opening times` },
    dependencies: n > 0 ? [`step_${n}`] : [],
  }));
  const reading = readPlanFile(JSON.stringify({ goal: 'See the city', steps }), context);
  if (!reading.ok) throw new Error('It was not read.');
  expect((await planLink(reading.plan, page)).length).toBeLessThan(longestLink / 4);
});
