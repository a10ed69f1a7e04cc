import fc from 'fast-check';
import { allHabits } from '../minds/all-habits.ts';
import type { ProtocolName } from '../../src/task/protocol-name.ts';
import type { Settings } from '../../src/records/settings.ts';
import type { Thoroughness } from '../../src/values/limits.ts';

/**
 * What a person does of their own accord, once `gap` moments have passed; `a` and `b` choose the step and the place.
 */
export interface PersonAct {
  gap: number;
  kind:
    | 'pause'
    | 'continue'
    | 'stop'
    | 'guide'
    | 'add'
    | 'change'
    | 'delete'
    | 'skip'
    | 'retry'
    | 'move'
    | 'undo'
    | 'replan'
    | 'settings'
    | 'reload'
    | 'full';
  a: number;
  b: number;
}

/** A step of a plan as the simulated model writes it. `needs` are places before its own. */
export interface DrawnStep {
  needs: number[];
  tool: number;
  direct: boolean;
  judged: boolean;
  refers: boolean;
  inner: number;
}

/** One random run, complete: the same scenario always gives the same run. */
export interface Scenario {
  protocol: ProtocolName;
  thoroughness: Thoroughness;
  planning: Settings['planning'];
  review: boolean;
  limits: Settings['limits'];
  start: 'goal' | 'import';
  goals: number;
  plan: DrawnStep[];
  /** How the model answers its calls, one after another; when they are used up it answers well. */
  model: number[];
  /** Which habits it has, by their places among all. */
  habits: number[];
  /** How the world answers the tools. */
  tools: number[];
  /** Which of the calls under way is answered next. */
  order: number[];
  /** How the person answers what they are asked. */
  answers: number[];
  person: PersonAct[];
  /** The tab dies at these points between two awaits, counted over the whole run. */
  deaths: number[];
}

const choice = fc.nat({ max: 999 });
/**
 * Good answers are the rule; the empty remainder of each list is good, too, so that failures shrink towards good runs.
 */
const mostlyGood = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: choice }), {
  maxLength: 60,
});

const drawnStep = (at: number): fc.Arbitrary<DrawnStep> =>
  fc.record({
    needs: at === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat({ max: at - 1 }), { maxLength: 2 }),
    tool: fc.nat({ max: 4 }),
    direct: fc.boolean(),
    judged: fc.nat({ max: 9 }).map((n) => n === 9),
    refers: fc.boolean(),
    inner: fc.nat({ max: 3 }),
  });

/** Plans without any order as often as graphs. */
const plan = fc
  .tuple(fc.nat({ max: 7 }), fc.boolean())
  .chain(([size, ordered]) =>
    fc
      .tuple(...Array.from({ length: size }, (_, at) => drawnStep(at)))
      .map((steps) => (ordered ? steps : steps.map((step) => ({ ...step, needs: [], refers: false })))),
  );

const acts: readonly PersonAct['kind'][] = [
  ...([
    'pause',
    'continue',
    'guide',
    'add',
    'add',
    'change',
    'change',
    'delete',
    'skip',
    'retry',
    'move',
    'move',
  ] as const),
  ...(['undo', 'undo', 'replan', 'settings', 'reload', 'full', 'stop'] as const),
];
const personAct: fc.Arbitrary<PersonAct> = fc.record({
  gap: fc.nat({ max: 8 }),
  kind: fc.constantFrom(...acts),
  a: fc.nat({ max: 20 }),
  b: fc.nat({ max: 20 }),
});

const limits: fc.Arbitrary<Settings['limits']> = fc.record({
  max_plan_steps: fc.integer({ min: 2, max: 8 }),
  max_steps: fc.constantFrom(3, 10, 60),
  max_step_tool_calls: fc.integer({ min: 2, max: 8 }),
  max_replans: fc.integer({ min: 0, max: 3 }),
  max_consecutive_failures: fc.integer({ min: 1, max: 3 }),
  max_parallel_steps: fc.integer({ min: 1, max: 4 }),
  planning_retries: fc.integer({ min: 0, max: 2 }),
});

export const scenarioArbitrary: fc.Arbitrary<Scenario> = fc.record({
  protocol: fc.constantFrom<ProtocolName>('tools', 'tools', 'json', 'markers'),
  thoroughness: fc.constantFrom<Thoroughness>('careful', 'careful', 'balanced', 'economy'),
  planning: fc.constantFrom<Settings['planning']>('auto', 'auto', 'auto', 'always', 'never'),
  review: fc.nat({ max: 4 }).map((n) => n === 4),
  limits,
  start: fc.constantFrom<Scenario['start']>('goal', 'goal', 'goal', 'import'),
  goals: fc.constantFrom(1, 1, 2),
  plan,
  model: mostlyGood,
  habits: fc.oneof(
    { weight: 3, arbitrary: fc.constant<number[]>([]) },
    { weight: 2, arbitrary: fc.uniqueArray(fc.nat({ max: allHabits.length - 1 }), { minLength: 1, maxLength: 2 }) },
  ),
  tools: mostlyGood,
  order: fc.array(choice, { maxLength: 40 }),
  answers: fc.array(choice, { maxLength: 12 }),
  person: fc.array(personAct, { maxLength: 8 }),
  deaths: fc.uniqueArray(fc.nat({ max: 250 }), { maxLength: 4 }),
});
