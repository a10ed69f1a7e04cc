import type { StepReason } from '../../plan/step-reason.ts';
import type { Step } from '../../plan/step.ts';
import type { UnfinishedStep, WrittenCount } from '../../task/task-end.ts';
import { parseMismatchRows } from '../../task/mismatch.ts';
import { shownStepResult } from '../../task/shown-tool-text.ts';
import { formatFailureReason, formatReasonSentence, withoutEnglishToolText } from '../../task/reason-words.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { callText } from '../kit/call-text.ts';
import { joinItems } from '../kit/join-items.ts';
import { bidiIsolatedText } from '../kit/isolated-text.ts';
import { escapeInvisibleCharacters } from '../kit/shown-text.ts';
import { sizeText } from '../kit/size-text.ts';
import { clockText } from '../kit/time-text.ts';

/** Returns the result of a step, or why it has none; Cairn's own sentences are in the reader's language. */
export function stepOutcomeText(
  { error, result, reason }: Pick<Step, 'error' | 'result' | 'reason'>,
  words: Translator,
): string {
  return reasonText(error ?? result ?? '', reason, words);
}

/**
 * Returns the failure of a step's last call, in plain words, if the step's reason only quotes the model; else its
 * result or reason.
 */
export function failureCauseText(step: Pick<Step, 'error' | 'result' | 'reason'>, words: Translator): string {
  const isQuoted = step.reason?.code === 'blocked' || step.reason?.code === 'missing';
  const params = step.error !== null && isQuoted ? step.reason?.params : undefined;
  const isVague = params?.failure === 'failed' && params.quote === undefined;
  const cause = params === undefined || isVague ? '' : failureSentence(params, words);
  return cause || stepOutcomeText(step, words);
}

/** Returns the sentence that says why a call failed; empty if there is no such reason. */
export function failureSentence(
  params: Parameters<typeof formatFailureReason>[1],
  { t, tDynamic, language }: Translator,
): string {
  const cause = escapeInvisibleCharacters(formatFailureReason(tDynamic, params));
  const capitalizedCause = language === 'en' ? withCapital(cause) : cause;
  return cause === '' ? '' : t('plan.cause', { cause: capitalizedCause });
}

/** Returns the text with a capital at its beginning, unless it begins with the name of a site or a file. */
const withCapital = (text: string) =>
  text.replace(/^\p{Ll}(?=[\p{L}\p{M}’-]*(?:[\s,;:]|$))/u, (letter) => letter.toUpperCase());

/**
 * Returns the text with a full stop at its end, in the reader's language, unless it already ends with a punctuation
 * mark, so that another sentence may follow.
 */
export function asSentence(text: string, { t }: Pick<Translator, 't'>): string {
  return /[.!?。！？…~～:：][”»]?$/u.test(text) ? text : t('plan.sentence', { text });
}

/** Returns a reason in the reader's language; `recordedText` is the recorded text. */
export function reasonText(
  recordedText: string,
  reason: StepReason | undefined,
  { tDynamic, language }: Translator,
): string {
  const words = reason && formatReasonSentence(tDynamic, withoutEnglishToolText(reason, language, tDynamic));
  return shownStepResult(words || recordedText, language, tDynamic);
}

/**
 * Returns the text about a step that was not done when the task ended: the step's description, with the reason if one
 * is recorded.
 */
export function unfinishedStepText({ description, words: told, reason }: UnfinishedStep, words: Translator): string {
  return told
    ? words.t('answer.undone', {
        step: bidiIsolatedText(description),
        reason: failureCauseText({ error: told, result: null, reason }, words),
      })
    : description;
}

/** Returns the steps that an answer does not list as not done itself, line by line, as one that Cairn composed does. */
export function stepsNotListedIn(answer: string, unfinishedSteps: readonly UnfinishedStep[]): UnfinishedStep[] {
  const lines = `\n${answer}\n`.replaceAll('\n- ', '\n');
  const isListed = (step: string) =>
    ['✗', '?', '–'].some((mark) => [':', '：', '\n'].some((end) => lines.includes(`\n${mark} ${step}${end}`)));
  return unfinishedSteps.filter(({ description }) => !isListed(description));
}

const shownName = (name: string): string => bidiIsolatedText(escapeInvisibleCharacters(name));

/** Returns the rows that these counts name, in one phrase. */
function countedRowsText(counts: readonly WrittenCount[], words: Translator): string {
  const { t, tDynamic } = words;
  const parts = counts.map(({ store, n, times, names = [], no_reminder: isSilent }) => {
    const text = tDynamic(times ? `written.${store}_${times}` : `written.${store}`, { n });
    if (names.length === 0) return text;
    const rest = n > names.length ? ['…'] : [];
    const list = joinItems([...names.map(shownName), ...rest], words);
    return t('written.named', { text, names: isSilent ? t('written.no_reminder', { names: list }) : list });
  });
  return parts.reduce((first, then) => (first === '' ? then : t('written.and', { first, then })), '');
}

/** Returns what an answer says, although its task did not do it; empty if it says nothing of the kind. */
export function contradictedText(writtenCounts: readonly WrittenCount[], words: Translator): string {
  const { t, tDynamic } = words;
  const missing = writtenCounts.filter(({ change, store }) => change === 'missing' && store !== 'pages');
  const files = missing.filter(({ store }) => store === 'files');
  const claimedChanges = missing.filter(({ store }) => store !== 'files');
  const lines = files.length > 0 ? [t('written.missing', { what: countedRowsText(files, words) })] : [];
  if (claimedChanges.length > 0)
    lines.push(
      t('written.unmade', {
        what: joinItems(
          claimedChanges.map(({ store }) => tDynamic(`written.unmade.${store}`)),
          words,
        ),
      }),
    );
  return lines.join(' · ');
}

/** Returns what a task has written and deleted, in one line. */
export function writtenAndDeletedText(writtenCounts: readonly WrittenCount[], words: Translator): string {
  const { t } = words;
  const isSent = ({ change, sent }: WrittenCount) => change === 'put' && sent !== undefined;
  const listOf = (kind: WrittenCount['change']) =>
    countedRowsText(
      writtenCounts.filter(
        (each) => each.change === kind && each.store !== 'calls' && each.store !== 'pages' && !isSent(each),
      ),
      words,
    );
  const [writtenList, deletedList, unknown] = [listOf('put'), listOf('deleted'), listOf('unknown')];
  const calls = writtenCounts.flatMap(({ store, n, names: [server = ''] = [] }) =>
    store === 'calls' ? [t('written.calls', { n, server: escapeInvisibleCharacters(server) })] : [],
  );
  const lines = [
    ...writtenCounts.filter(isSent).map(({ n, sent = [] }) => {
      const places = [...new Set(sent.flatMap(({ about }) => about.name ?? about.host ?? []))];
      const text = t('written.sent_calls', { n });
      const where = joinItems(
        [
          ...places.slice(0, 3).map((place) => bidiIsolatedText(escapeInvisibleCharacters(place))),
          ...places.slice(3, 4).map(() => '…'),
        ],
        words,
      );
      return where === '' ? text : t('written.sent_to', { text, where });
    }),
    writtenList && t('written.all', { what: writtenList }),
    deletedList && t('written.deleted', { what: deletedList }),
    ...writtenCounts.flatMap(({ shorter = [], kept = [] }) => [
      ...shorter.map(({ name, before, now }) =>
        t('written.shorter', { name: shownName(name), now: sizeText(now, words), before: sizeText(before, words) }),
      ),
      ...(kept.length > 0 ? [t('written.kept', { what: joinItems(kept.map(shownName), words) })] : []),
    ]),
    ...calls,
  ].filter(Boolean);
  const isOnlyWords = writtenCounts.some(({ change }) => change === 'none');
  if (lines.length === 0 && !unknown) lines.push(t(isOnlyWords ? 'written.only_words' : 'written.nothing'));
  if (unknown) lines.push(t('written.unknown', { what: unknown }));
  const contradicted = contradictedText(writtenCounts, words);
  if (contradicted) lines.push(contradicted);
  const unread = writtenCounts.find(({ store }) => store === 'pages');
  if (unread) {
    const names = [...(unread.names ?? []), ...(unread.n > (unread.names?.length ?? 0) ? ['…'] : [])];
    lines.push(t('written.unread', { what: joinItems(names.map(bidiIsolatedText), words) }));
  }
  return lines.join(' · ');
}

/** Returns the calls that a task sent, a line each: when, what to where, and the status of the answer. */
export function sentCallTexts(writtenCounts: readonly WrittenCount[], words: Translator): string[] {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return writtenCounts
    .flatMap(({ sent = [] }) => sent)
    .map(({ about, at, status }) => {
      const call = callText(about, words);
      const callWithStatus = status === null ? call : words.t('said.sent', { call, status });
      return words.t('written.sent', { time: clockText(at, zone, words, true), call: callWithStatus });
    });
}

/** Returns the names of the rows that differ from what the task wrote. */
export function mismatchedRowsText(mismatch: string, { t, tDynamic }: Translator): string {
  const rows = parseMismatchRows(mismatch).map(({ store, name }) =>
    store ? tDynamic(`written.row.${store}`, { name }) : name,
  );
  return rows.length === 0 ? '' : rows.reduce((first, then) => t('written.and', { first, then }));
}
