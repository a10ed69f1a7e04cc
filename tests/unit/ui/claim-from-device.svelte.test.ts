// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { claimFromDevice, takeOverFromDevice } from '../../../src/ui/session/away.ts';
import type { PlanStatus } from '../../../src/plan/plan-status.ts';
import type { Devices } from '../../../src/ports/devices.ts';

const words = new Translator();
await words.loadAll();

type Outcome = Awaited<ReturnType<Devices['takeOver']>>;

test.each<[Outcome, boolean, string[]]>([
  ['yours', true, []],
  ['unreachable', false, [words.t('devices.not_reached')]],
])(
  'R12.3 a takeover for which the server takes long says that it waits, until it is %s',
  async (outcome, is, after) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const toasts = new Toasts();
    const shown = () => toasts.list.map(({ text }) => text);
    let answer: (outcome: Outcome) => void = () => undefined;
    const devices = { takeOver: () => new Promise<Outcome>((resolve) => (answer = resolve)) } as unknown as Devices;
    const claim = claimFromDevice({ dependencies: { others: async () => devices }, toasts, words }, 's1');
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown()).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual([words.t('devices.asking')]);
    answer(outcome);
    expect(await claim).toBe(is);
    expect(shown()).toEqual(after);
  },
);

test.each<[PlanStatus, boolean, boolean]>([
  ['running', true, true],
  ['waiting', true, true],
  ['paused', true, false],
  ['running', false, false],
])(
  'R12.3 a task that is %s on another device is only taken when asked, without a key here (%s): %s',
  async (...given) => {
    const [plan_status, isKeyless, asks] = given;
    const toasts = new Toasts();
    const takeOver = vi.fn(async () => 'yours' as const);
    const devices = { takeOver } as unknown as Devices;
    const away = { device: 'Phone', at: '', frozen: null, session: { plan_status, steps_ended: 1, steps_total: 2 } };
    const session = { id: 's1', away, isKeyless, takeOver: async () => null, resume: async () => undefined };
    await takeOverFromDevice({ dependencies: { others: async () => devices }, toasts, words }, session);
    expect(takeOver).toHaveBeenCalledTimes(asks ? 0 : 1);
    const text = words.t('devices.no_key_here', { device: 'Phone' });
    expect(toasts.list.map((toast) => toast.text)).toEqual(asks ? [text] : []);
    toasts.list[0]?.action?.run();
    await vi.waitFor(() => expect(takeOver).toHaveBeenCalledTimes(1));
  },
);
