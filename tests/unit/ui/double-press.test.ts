import { expect, test } from 'vitest';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { startDemo } from '../../../src/ui/demo/start-demo.ts';
import { singleClickHandler, withoutOverlappingCalls } from '../../../src/ui/kit/double-press.ts';

test('R14.6 what is asked for again while it is under way is done once, and can be done again afterwards', async () => {
  const answers: ((saved: boolean) => void)[] = [];
  const save = withoutOverlappingCalls((_title: string) => new Promise<boolean>((resolve) => answers.push(resolve)));
  const first = save('Tea');
  expect(await save('Tea')).toBeUndefined();
  answers[0]?.(true);
  expect(await first).toBe(true);
  const next = save('Milk');
  answers[1]?.(false);
  expect([await next, answers.length]).toEqual([false, 2]);
});

test('R14.6 what has failed can be tried again', async () => {
  const outcomes = [() => Promise.reject(new Error('full')), async () => true];
  const save = withoutOverlappingCalls(() => outcomes.shift()?.() ?? Promise.resolve(false));
  await expect(save()).rejects.toThrow('full');
  expect(await save()).toBe(true);
});

test('R14.6 the second click of a double click does nothing and submits nothing; a press by keyboard counts as one', () => {
  let acted = 0;
  const press = singleClickHandler(() => (acted += 1));
  const clicks = [0, 1, 2, 3].map((detail) => new FakeClick(detail));
  for (const click of clicks) press(click as unknown as MouseEvent);
  expect([acted, clicks.map(({ isPrevented }) => isPrevented)]).toEqual([2, [false, false, true, true]]);
});

test('R14.6 the demo that is started twice at once is started once, and can be started again', async () => {
  const made: string[] = [];
  const app = {
    words: { language: 'en' },
    changeSettings: async () => undefined,
    newSession: async () => made.push('session'),
    composer: { send: async () => void made.push('goal') },
  } as unknown as App;
  await Promise.all([startDemo(app), startDemo(app)]);
  expect(made).toEqual(['session', 'goal']);
  await startDemo(app);
  expect(made).toHaveLength(4);
});

class FakeClick {
  readonly detail: number;
  isPrevented = false;

  constructor(detail: number) {
    this.detail = detail;
  }

  preventDefault(): void {
    this.isPrevented = true;
  }
}
