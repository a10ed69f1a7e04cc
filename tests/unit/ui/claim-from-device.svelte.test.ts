// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { claimFromDevice } from '../../../src/ui/session/away.ts';
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
