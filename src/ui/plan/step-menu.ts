import { isOpen, type Step } from '../../domain/plan/step.ts';
import type { SessionView } from '../../state/session/session-view.svelte.ts';
import type { Words } from '../../state/app/words.svelte.ts';
import type { MenuItem } from '../kit/menu-item.ts';

interface StepInList {
  session: SessionView;
  step: Step;
  index: number;
  count: number;
  words: Words;
}

/** Whether a step has a menu, without making one. */
export function hasStepMenu(step: Step): boolean {
  return step.status === 'failed' || step.status === 'skipped' || isOpen(step);
}

/** The actions for a step now (R3.8); a running step has none. */
export function stepMenu(place: StepInList, open: { edit: () => void; addAfter: () => void }): MenuItem[] {
  const { session, step, index, count, words } = place;
  const move = (to: number) => () => void session.edit({ kind: 'move', id: step.id, to });
  const retry: MenuItem = {
    label: words.t('plan.retry'),
    icon: 'repeat',
    onselect: () => void session.edit({ kind: 'retry', id: step.id }),
  };
  const add: MenuItem = { label: words.t('plan.add_after'), icon: 'add', onselect: open.addAfter };
  if (step.status === 'failed' || step.status === 'skipped') return [retry];
  if (!isOpen(step)) return [];
  return [
    { label: words.t('plan.edit'), icon: 'edit', onselect: open.edit },
    { label: words.t('plan.move_up'), icon: 'arrowUp', disabled: index === 0, onselect: move(index - 1) },
    { label: words.t('plan.move_down'), icon: 'arrowDown', disabled: index === count - 1, onselect: move(index + 1) },
    add,
    { label: words.t('plan.skip'), icon: 'skip', onselect: () => void session.skip(step) },
    { label: words.t('plan.delete'), icon: 'delete', danger: true, onselect: () => void session.remove(step) },
  ];
}
