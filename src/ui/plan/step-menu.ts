import { isHeldByPause } from '../../plan/plan-edits.ts';
import { unstartedDependents } from '../../task/stuck.ts';
import { isDoubtful } from '../../plan/doubtful-steps.ts';
import { isUnstarted, type Step } from '../../plan/step.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import type { MenuItem } from '../kit/menu-item.ts';
import { joinNumbers } from '../kit/join-items.ts';

interface StepInList {
  session: SessionView;
  step: Step;
  index: number;
  count: number;
  words: Translator;
}

/** True if the step has begun and waits in a paused plan. */
function isStepHeldByPause({ run }: SessionView, step: Step): boolean {
  return run !== null && isHeldByPause(run.plan, step);
}

/** True if the person may change a step's description: it has not begun, has failed, or is held by a pause. */
export function isDescriptionEditable(session: SessionView, step: Step): boolean {
  return isUnstarted(step) || step.status === 'failed' || isStepHeldByPause(session, step);
}

/** True if a step has a menu; cheaper than creating the menu with `stepMenu`. */
export function hasStepMenu(session: SessionView, step: Step): boolean {
  if (session.away) return false;
  return isDescriptionEditable(session, step) || step.status === 'skipped' || isDoubtful(step);
}

/**
 * True if a menu item with this icon moves the step up or down by one position. The row of buttons in a step's details
 * leaves such items out, since a step can also be dragged.
 */
export const isMoveAction = (icon: MenuItem['icon']): boolean => icon === 'arrowUp' || icon === 'arrowDown';

/**
 * Returns the actions for a step now; a running step has none unless the plan is paused, nor has one of another device.
 */
export function stepMenu(place: StepInList, open: { edit: () => void; addAfter: () => void }): MenuItem[] {
  const { session, step, index, count, words } = place;
  if (session.away) return [];
  const waiting = unstartedDependents(session.run?.plan.steps ?? [], step.id);
  const move = (to: number) => () => void session.edit({ kind: 'move', id: step.id, to });
  const waits = isStepHeldByPause(session, step);
  const retry: MenuItem = {
    label: words.t(waits ? 'plan.start_over' : 'plan.retry'),
    icon: 'repeat',
    onselect: () => void session.edit({ kind: 'retry', id: step.id }),
  };
  const add: MenuItem = { label: words.t('plan.add_after'), icon: 'add', onselect: open.addAfter };
  const edit: MenuItem = { label: words.t('plan.edit'), icon: 'edit', onselect: open.edit };
  const accept: MenuItem = {
    label: words.t('plan.accept'),
    icon: 'check',
    onselect: () => void session.accept(step),
  };
  const numbers = joinNumbers(
    waiting.map(({ n }) => n),
    words,
  );
  const skip: MenuItem = {
    label: waiting.length > 0 ? words.t('plan.skip_awaited', { steps: numbers }) : words.t('plan.skip'),
    icon: 'skip',
    onselect: () => void session.skip(step),
  };
  if (isDoubtful(step)) return step.status === 'completed' ? [accept, retry, skip] : [retry, skip];
  if (step.status === 'failed') return [retry, edit, skip];
  if (step.status === 'skipped') return [retry];
  if (waits) {
    const look: MenuItem = {
      label: words.t('plan.look_again'),
      icon: 'search',
      onselect: () => void session.tell({ type: 'plan.replan' }),
    };
    return [edit, retry, look, skip];
  }
  if (!isUnstarted(step)) return [];
  return [
    edit,
    { label: words.t('plan.move_up'), icon: 'arrowUp', disabled: index === 0, onselect: move(index - 1) },
    { label: words.t('plan.move_down'), icon: 'arrowDown', disabled: index === count - 1, onselect: move(index + 1) },
    add,
    skip,
    { label: words.t('plan.delete'), icon: 'delete', danger: true, onselect: () => void session.remove(step) },
  ];
}
