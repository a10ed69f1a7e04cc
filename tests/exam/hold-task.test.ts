import { expect, test } from 'vitest';
import { defaultSettings } from '../../src/domain/settings.ts';
import { toolSuccess } from '../../src/domain/tool-result.ts';
import { holdTask } from '../../src/exam/hold-task.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { FakeConnectivity } from '../fakes/fake-connectivity.ts';
import { type Script, ScriptedModel } from '../fakes/scripted-model.ts';
import { prose } from '../runner/world.ts';

const hold = (script: Script, signal = new AbortController().signal, most_calls = 20) =>
  holdTask({
    goal: 'Say hello',
    tools: [
      {
        name: 'look',
        description: 'Looks.',
        schema: { type: 'object' },
        reads: true,
        answer: () => toolSuccess('seen'),
      },
    ],
    answer: 'yes',
    model: new ScriptedModel(script),
    protocol: 'tools',
    settings: defaultSettings,
    clock: new FakeClock(),
    connectivity: new FakeConnectivity(),
    signal,
    most_calls,
  });

test('a goal that is answered at once ends with its record', async () => {
  const { cut, run, entries } = await hold(() => prose('Hello.'));
  expect([cut, run?.phase]).toEqual([false, 'answered']);
  expect(entries.some(({ body }) => body.type === 'model_reply')).toBe(true);
});

test('a silent model is cut when the person stops', async () => {
  const stop = new AbortController();
  const held = hold(() => {
    queueMicrotask(() => stop.abort());
    return new Promise(() => undefined);
  }, stop.signal);
  expect((await held).cut).toBe(true);
});

test('a key that is refused ends the task instead of waiting', async () => {
  const { cut, run } = await hold(() => ({ code: 'auth', detail: 'no', status: 401, retry_after_ms: null }));
  expect([cut, run?.pause?.code]).toEqual([false, 'endpoint']);
});

test('no more replies are asked for than the bound allows', async () => {
  expect((await hold(() => prose('Hello.'), undefined, 0)).cut).toBe(true);
});
