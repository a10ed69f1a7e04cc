import { PlanStatus, StepStatus } from '../domain/step.ts';
import { statusOfSign, statusOfWord } from '../task-lists/marked-status.ts';
import type { Mending } from './mending.ts';
import type { Draft } from './own-names.ts';
import type { Place } from './place.ts';

const stepWords = new Map<string, StepStatus>([
  ...StepStatus.options.map((status) => [status, status] as const),
  ...words(
    'pending',
    'todo to_do open new queued waiting not_started notstarted needsaction planned incomplete not_done ready backlog scheduled deferred postponed 待办 待处理 未开始 未完成 待完成',
  ),
  ...words(
    'running',
    'in_progress inprogress active started executing doing wip ongoing review in_review 进行中 执行中 处理中',
  ),
  ...words('completed', 'complete done success succeeded successful finished closed resolved passed 完成 已完成 成功'),
  ...words('failed', 'fail failure error errored 失败'),
  ...words('skipped', 'skip cancelled canceled dropped obsolete abandoned wont_do 跳过 已跳过 取消 已取消'),
]);

const planWords = new Map<string, PlanStatus>([
  ...PlanStatus.options.map((status) => [status, status] as const),
  ...words('planning', 'pending draft new'),
  ...words('running', 'executing in_progress inprogress active started 进行中 执行中'),
  ...words('completed', 'complete done success succeeded successful finished 完成 已完成'),
  ...words('failed', 'fail failure error 失败'),
  ...words('cancelled', 'canceled stopped aborted 已取消'),
]);

/** Reads a status as the word means it; a missing one becomes `fallback`. */
export function mendStatus(
  kind: 'plan' | 'step',
  draft: Draft,
  place: Place,
  mending: Mending,
  fallback: string,
): void {
  const given = draft.status;
  const at = [...place, 'status'];
  if (given === undefined || given === null || given === '') {
    if (mending.shape.complete || kind === 'step') mending.note('missing_status', at, given ?? undefined, fallback);
    draft.status = fallback;
  } else if (typeof given === 'string') {
    const meant = statusMeant(kind, given);
    if (meant !== null && meant !== given) mending.note('status', at, given, meant);
    draft.status = meant ?? given;
  }
}

/** The status that a word of a file means, or null. */
function statusMeant(kind: 'plan' | 'step', word: string): string | null {
  const key = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (kind === 'plan') return planWords.get(key) ?? null;
  return stepWords.get(key) ?? statusOfSign(word.trim()) ?? statusOfWord(word);
}

function words<S extends string>(status: S, list: string): [string, S][] {
  return list.split(' ').map((word) => [word, status]);
}
