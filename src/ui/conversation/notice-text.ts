import { StepReason } from '../../plan/step-reason.ts';
import { parseJson } from '../../values/json.ts';
import { mismatchedRowsText, reasonText } from '../plan/step-outcome-text.ts';
import type { Translator } from '../app/translator.svelte.ts';

const parts = ['detail', 'finished', 'doubtful', 'failed', 'open'] as const;

/**
 * Returns the text of a notice, with an instant `at` as local time. A notice that a plan has ended or paused also says
 * what is done, what is not, and what to do next.
 */
export function noticeText(code: string, noticeParams: Readonly<Record<string, string>>, words: Translator): string {
  const { tDynamic, moment } = words;
  const params: Record<string, string> = {
    ...noticeParams,
    ...(noticeParams.at !== undefined && { at: moment(noticeParams.at) }),
    ...(noticeParams.fault !== undefined && {
      fault: tDynamic(
        `notice.fault.${noticeParams.fault}${noticeParams.step === undefined ? '' : '_named'}`,
        noticeParams,
      ),
    }),
    ...(noticeParams.detail !== undefined && {
      detail: detailText(code, noticeParams.detail, noticeParams.reason, words),
    }),
  };
  /** A limit that is reached before there is a plan has texts of its own. */
  const key = params.total === '0' && (code === 'spending' || code === 'limit') ? `${code}_unplanned` : code;
  const head = tDynamic(`notice.${key}`, params);
  if (!('finished' in params)) return head;
  const digest = parts
    .filter((part) => params[part])
    .map((part) => {
      const text = tDynamic(`notice.digest.${part}`, params);
      const n = params[`${part}_more`];
      return `- ${n === undefined ? text : tDynamic('notice.digest.more', { text, n })}`;
    });
  return [head, digest.join('\n'), tDynamic(`notice.${key}.next`, params)].filter(Boolean).join('\n\n');
}

/**
 * Returns why a plan has failed, in the reader's language: the reason of its last failed step, or the rows that differ
 * from what was written.
 */
function detailText(code: string, detail: string, reason: string | undefined, words: Translator): string {
  if (code === 'not_verified') return mismatchedRowsText(detail, words);
  const parsedReason = StepReason.safeParse(reason === undefined ? undefined : parseJson(reason));
  return reasonText(detail, parsedReason.success ? parsedReason.data : undefined, words);
}

/** Returns the text of a default that was applied in place of an ambiguous reply; of many steps it names the first. */
export function appliedDefaultText(code: string, params: Readonly<Record<string, string>>, words: Translator): string {
  const { names: text = '', names_more: n } = params;
  const names = n === undefined ? text : words.t('notice.digest.more', { text, n });
  return words.tDynamic(`default.${code}`, { ...params, names });
}
