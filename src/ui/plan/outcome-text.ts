import type { StepReason } from '../../plan/step-reason.ts';
import type { Step } from '../../plan/step.ts';
import type { UndoneStep, WrittenCount } from '../../task/task-end.ts';
import { writtenRows } from '../../task/mismatch.ts';
import { toolSentence } from '../../task/tool-sentence.ts';
import { reasonWords } from '../../task/reason-words.ts';
import type { Translator } from '../app/translator.svelte.ts';

/** The result of a step, or why it has none, in the reader's language as far as it is not in somebody's own words. */
export function outcomeText(
  { error, result, reason }: Pick<Step, 'error' | 'result' | 'reason'>,
  words: Translator,
): string {
  return reasonText(error ?? result ?? '', reason, words);
}

/**
 * Why a step has failed, in plain words, where its reason only quotes the model and the failure of its last call tells;
 * else its result or its reason.
 */
export function causeText(step: Pick<Step, 'error' | 'result' | 'reason'>, words: Translator): string {
  const isQuoted = step.reason?.code === 'blocked' || step.reason?.code === 'missing';
  const failure = step.error !== null && isQuoted ? step.reason?.params.failure : undefined;
  const cause = failure === undefined ? '' : words.tDynamic(`reason.failure.${failure}`);
  if (cause === '' || cause.startsWith('reason.')) return outcomeText(step, words);
  return words.t('plan.cause', { cause: cause.slice(0, 1).toUpperCase() + cause.slice(1) });
}

/** A reason in the reader's language; `told` is what was recorded of it. */
export function reasonText(told: string, reason: StepReason | undefined, { tDynamic, language }: Translator): string {
  return toolSentence((reason && reasonWords(tDynamic, reason)) || told, language, tDynamic);
}

/** A step that a task ended without, with the reason. */
export function undoneText({ description, words: told, reason }: UndoneStep, words: Translator): string {
  return told
    ? words.t('answer.undone', { step: description, reason: causeText({ error: told, result: null, reason }, words) })
    : description;
}

/** What a task has written, in one line. */
export function writtenText(written: readonly WrittenCount[], { t, tDynamic }: Translator): string {
  const parts = written.map(({ store, change, n }) => {
    const what = tDynamic(`written.${store}`, { n });
    return change === 'deleted' ? t('written.deleted', { what }) : what;
  });
  if (parts.length === 0) return t('written.nothing');
  return t('written.all', { what: parts.reduce((first, then) => t('written.and', { first, then })) });
}

/** The rows that a check of what was written found to differ. */
export function mismatchText(mismatch: string, { t, tDynamic }: Translator): string {
  const rows = writtenRows(mismatch).map(({ store, name }) =>
    store ? tDynamic(`written.row.${store}`, { name }) : name,
  );
  return rows.length === 0 ? '' : rows.reduce((first, then) => t('written.and', { first, then }));
}
