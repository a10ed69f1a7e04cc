import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import PlanPane from '../../../src/ui/plan/PlanPane.svelte';
import { middleOf, tap, touchDrag } from '../support/pointer.ts';
import { openSession, taskIn } from '../support/open-app.ts';
import { rendered, show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const handle = (n: number) => page.getByRole('button', { name: `Move step ${String(n)}` });
const row = (id: string) => page.getByRole('button', { name: new RegExp(`^Do ${id} `) });
const names = () =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('button', { name: /^Do / })
    .elements()
    .map((each) => /^\s*Do (\w)/.exec(each.textContent)?.[1])
    .join('');

beforeEach(async () => {
  const desk = await openSession(taskIn('paused', [step('a', 'pending'), step('b', 'pending'), step('c', 'pending')]));
  show(PlanPane, { app: desk.app, session: desk.session }, desk.page);
  await expect.element(row('c')).toBeVisible();
  await rendered();
});

test('R3.8, R14.1 a finger drags a step by its handle', async () => {
  await touchDrag(middleOf(handle(3)), middleOf(handle(1)));
  await expect.poll(names).toBe('cab');
});

test('R14.1 a finger that rests on a row lifts it, and what it then drags does not open', async () => {
  await touchDrag(middleOf(row('a')), middleOf(row('c')), () =>
    expect.element(handle(1)).toHaveAttribute('aria-pressed', 'true'),
  );
  await expect.poll(names).toBe('bca');
  await expect.element(row('a')).toHaveAttribute('aria-expanded', 'false');
});

test('R14.1 a tap opens a row, and a swipe over it moves nothing', async () => {
  await tap(row('b'));
  await expect.element(row('b')).toHaveAttribute('aria-expanded', 'true');
  const [x, y] = middleOf(row('a'));
  await touchDrag([x, y], [x, y + 200]);
  expect(names()).toBe('abc');
});

test('R14.1 a tap opens the menu of a step within the screen, and a second one chooses', async () => {
  await tap(page.getByRole('button', { name: 'Options for step 1' }));
  const menu = page.getByRole('menu', { name: 'Options for step 1' });
  await expect.element(menu.getByRole('menuitem', { name: 'Move down' })).toBeVisible();
  const { left, right } = menu.element().getBoundingClientRect();
  expect([left >= 0, right <= innerWidth]).toEqual([true, true]);
  await tap(menu.getByRole('menuitem', { name: 'Move down' }));
  await expect.poll(names).toBe('bac');
});

test('R14.6 the icon of a step has room for its halo within its row, which is painted only to its edge', () => {
  for (const item of page.getByRole('list', { name: 'Steps' }).getByRole('listitem').elements()) {
    const icon = item.querySelector('.marker')?.getBoundingClientRect();
    expect(icon && icon.left - item.getBoundingClientRect().left).toBeGreaterThanOrEqual(4);
  }
});
