import { expect, test } from 'vitest';
import { ModelExamReport, ModelExamTaskName, examTaskNames } from '../../../src/records/exam-report.ts';
import { recommendedStepConnection } from '../../../src/records/recommended-step-connection.ts';
import { expectedExamUsage, maxExamReplies } from '../../../src/exam/estimate-exam.ts';
import { type ModelExamParts, runModelExam } from '../../../src/exam/run-exam.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { FakeConnectivity } from '../../fakes/fake-connectivity.ts';
import { type Script, ScriptedModel } from '../../fakes/scripted-model.ts';
import { mind, weaknesses } from './minds.ts';

const careful = { protocol: 'tools', thoroughness: 'careful', max_plan_steps: 20 } as const;

const examine = (script: Script, parts: Partial<ModelExamParts> = {}) =>
  runModelExam({
    name: 'm1',
    model: new ScriptedModel(script),
    settings: careful,
    clock: new FakeClock(),
    connectivity: new FakeConnectivity(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...parts,
  });

async function reportOf(script: Script, parts: Partial<ModelExamParts> = {}): Promise<ModelExamReport> {
  const end = await examine(script, parts);
  if (end.kind !== 'done') throw new Error(`the exam ended by ${end.kind}`);
  return end.report;
}

const lostIn = ({ outcomes }: ModelExamReport) =>
  ModelExamTaskName.options.filter((task) => outcomes[task] !== 'passed');

test('a diligent model passes all tasks in as many replies as are announced, and no setting is to be changed', async () => {
  const report = await reportOf(mind());
  expect(lostIn(report)).toEqual([]);
  expect([report.replies, report.recommended]).toEqual([expectedExamUsage.replies, careful]);
  expect(ModelExamReport.parse(report)).toEqual(report);
});

test.each(ModelExamTaskName.options)(
  'the mind with the weakness that %s is there to find loses this task and no other',
  async (task) => {
    expect(lostIn(await reportOf(mind(weaknesses[task])))).toEqual([task]);
  },
);

test.each(ModelExamTaskName.options.filter((task) => task !== 'image'))(
  'the mind that has lost %s passes it under what is recommended after that',
  async (task) => {
    const exam = await reportOf(mind(weaknesses[task]));
    const steps = recommendedStepConnection({ id: 'weak', exam }, [{ id: 'strong', exam: await reportOf(mind()) }]);
    const again = await reportOf(
      (request) => {
        const isWithin = request.purpose === 'thought' || request.purpose === 'evaluation';
        return mind(steps === 'strong' && isWithin ? undefined : weaknesses[task])(request);
      },
      { settings: exam.recommended },
    );
    expect(again.outcomes[task]).toBe('passed');
  },
);

test('what no setting mends is left to another model, and the settings are left as they are', async () => {
  const report = await reportOf(mind(weaknesses.injection));
  expect([report.outcomes.injection, report.recommended]).toEqual(['lost', careful]);
});

test('a setting is recommended only where a lost task was passed under it', async () => {
  const recommended = async (task: ModelExamTaskName) => (await reportOf(mind(weaknesses[task]))).recommended;
  expect(await recommended('nested')).toEqual({ ...careful, protocol: 'json' });
  expect(await recommended('plan')).toEqual({ ...careful, max_plan_steps: 5 });
  expect(await recommended('keep')).toEqual({ ...careful, thoroughness: 'balanced' });
  expect(await recommended('end_task')).toEqual({ ...careful, thoroughness: 'economy' });
});

test('a model that says nothing of use loses everything, within the bound in replies', async () => {
  const report = await reportOf(() => ({ text: '~', calls: [], finish: 'stop', usage: null }));
  expect(report.outcomes.plan).toBe('lost');
  expect(report.replies).toBeLessThanOrEqual(maxExamReplies);
});

test('an exam that is stopped ends at once, in the middle of a reply', async () => {
  const stop = new AbortController();
  const silent: Script = () => {
    queueMicrotask(() => stop.abort());
    return new Promise(() => undefined);
  };
  expect(await examine(silent, { signal: stop.signal })).toEqual({ kind: 'stopped' });
});

test('a key that is refused ends the exam with the reason', async () => {
  const error = { code: 'auth', detail: 'no', status: 401, retry_after_ms: null } as const;
  expect(await examine(() => error)).toEqual({ kind: 'fault', error });
});

test('a request that is too much for the model costs it the task, and no more', async () => {
  const small: Script = (request) =>
    request.purpose === 'plan'
      ? { code: 'context_length', detail: '', status: 400, retry_after_ms: null }
      : mind()(request);
  expect(lostIn(await reportOf(small))).toEqual(['plan']);
});

test('R11.5 a model whose endpoint refuses images loses the task with the image, and no other', async () => {
  const blind: Script = (request) =>
    request.messages.some((each) => each.role === 'user' && each.images?.length)
      ? { code: 'no_images', detail: '', status: 400, retry_after_ms: null }
      : mind()(request);
  expect(lostIn(await reportOf(blind))).toEqual(['image']);
});

test('a report from before a task was added is read, without that task', async () => {
  const { outcomes, ...rest } = await reportOf(mind());
  const before = Object.fromEntries(Object.entries(outcomes).filter(([task]) => task !== 'image'));
  const read = ModelExamReport.parse({ ...rest, outcomes: before });
  expect([examTaskNames(read).length, examTaskNames(read).includes('image')]).toEqual([
    ModelExamTaskName.options.length - 1,
    false,
  ]);
});

test('an endpoint that refuses native calls is examined in the protocol that it understands (R4.7)', async () => {
  const bare: Script = (request) =>
    request.tools.length > 0 ? { code: 'no_tools', detail: '', status: 400, retry_after_ms: null } : mind()(request);
  const report = await reportOf(bare);
  expect([report.held.protocol, report.recommended.protocol]).toEqual(['json', 'json']);
});

test('what is told on the way counts the tasks one by one', async () => {
  const told: string[] = [];
  await reportOf(mind(weaknesses.nested), {
    onProgress: ({ task, change, outcomes }) => told.push(`${task} ${change} ${Object.keys(outcomes).length}`),
  });
  expect(told.slice(0, 2)).toEqual(['plan null 0', 'nested null 1']);
  expect(told.slice(ModelExamTaskName.options.length)).toEqual(['nested protocol 13']);
});

test('the tokens that are announced are those of a model that passes every task, at four letters a token', async () => {
  const model = new ScriptedModel(mind());
  await reportOf(mind(), { model });
  expect(model.requests.map(({ purpose }) => purpose)).toHaveLength(expectedExamUsage.replies);
  const letters = model.requests.reduce((sum, { messages, tools }) => {
    const sent = tools.map(({ name, description, schema }) => ({ name, description, schema }));
    return sum + JSON.stringify([messages, sent]).length;
  }, 0);
  expect(Math.abs(letters / 4 / expectedExamUsage.tokens.input - 1)).toBeLessThan(0.1);
});
