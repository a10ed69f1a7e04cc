import { PlanStatus } from '../../plan/plan-status.ts';
import { Instant, StepStatus } from '../../plan/step.ts';
import type { RepairLog } from './repair-log.ts';
import type { PlanDraft } from './own-names.ts';
import type { JsonPath } from './repair.ts';
import { statusOfCheckboxSign, statusOfWord } from '../task-lists/marked-status.ts';
import { simplified } from '../../values/simplified-chinese.ts';

const loose = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const firstMillisecond = 1e11;

/** Sets an absent or blank instant to null, and one in another format to ISO 8601. */
export function repairInstant(draft: PlanDraft, field: string, place: JsonPath, mending: RepairLog): void {
  const draftInstant = draft[field];
  const isoInstant = draftInstant === undefined || draftInstant === '' ? null : instantMeant(draftInstant);
  if (isoInstant !== null && isoInstant !== draftInstant)
    mending.note('time', [...place, field], draftInstant, isoInstant);
  draft[field] = draftInstant === undefined || draftInstant === '' ? null : (isoInstant ?? draftInstant);
}

/**
 * Returns the instant that a value denotes: an ISO instant is unchanged; a date, a time without a zone (read as UTC),
 * and seconds or milliseconds since 1970 are converted. Null if it denotes none.
 */
function instantMeant(value: unknown): string | null {
  if (typeof value === 'number') return written(Math.abs(value) < firstMillisecond ? value * 1000 : value);
  if (typeof value !== 'string') return null;
  if (Instant.safeParse(value).success) return value;
  const [instantText, date = '', time = '00:00', zone = 'Z'] = loose.exec(value.trim()) ?? [];
  if (instantText === undefined) return null;
  const offset = zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const instant = `${date}T${time.length === 5 ? `${time}:00` : time}${offset}`;
  return Instant.safeParse(instant).success ? written(Date.parse(instant)) : null;
}

function written(milliseconds: number): string | null {
  if (!(Math.abs(milliseconds) <= 8.64e15)) return null;
  const instant = new Date(milliseconds).toISOString();
  return Instant.safeParse(instant).success ? instant : null;
}

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

/** Sets the status that the file's word means; `fallback` if it is missing, nothing if that is null. */
export function repairStatus(
  kind: 'plan' | 'step',
  draft: PlanDraft,
  place: JsonPath,
  mending: RepairLog,
  fallback: string | null,
): void {
  const draftStatus = draft.status;
  const statusPath = [...place, 'status'];
  if (draftStatus === undefined || draftStatus === null || draftStatus === '') draft.status = fallback;
  else if (typeof draftStatus === 'string') {
    const planStatus = statusMeant(kind, draftStatus);
    if (planStatus !== null && planStatus !== draftStatus) mending.note('status', statusPath, draftStatus, planStatus);
    draft.status = planStatus ?? draftStatus;
  }
}

/** Returns the status that a file's word means, or null. */
function statusMeant(kind: 'plan' | 'step', word: string): string | null {
  const key = simplified(word)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (kind === 'plan') return planWords.get(key) ?? null;
  return stepWords.get(key) ?? statusOfCheckboxSign(word.trim()) ?? statusOfWord(word);
}

function words<S extends string>(status: S, list: string): [string, S][] {
  return list.split(' ').map((word) => [word, status]);
}
