import { bidiIsolatedText } from '../kit/isolated-text.ts';
import { failureDetails, formatFailureReason, isUntranslatedToolText } from '../../task/reason-words.ts';
import { shownToolText } from '../../task/shown-tool-text.ts';
import type { JournalEntryBody } from '../../task/journal.ts';
import type { ProgressItem } from './progress-item.ts';
import { appliedDefaultText } from './notice-text.ts';
import { planEditLineText } from '../plan/edit-text.ts';
import { mismatchedRowsText } from '../plan/step-outcome-text.ts';
import type { Translator } from '../app/translator.svelte.ts';
import type { iconPaths } from '../kit/icon-paths.ts';
import { escapeInvisibleCharacters } from '../kit/shown-text.ts';
import { decisionKind, requestedAccessText, recordedCallText } from '../kit/call-text.ts';

/** The wording of a line of progress: icon, text, and good or bad news. */
interface ProgressText {
  icon: keyof typeof iconPaths;
  text: string;
  tone: 'plain' | 'good' | 'bad';
}

const plain = (icon: ProgressText['icon'], text: string): ProgressText => ({ icon, text, tone: 'plain' });

/** Adds to a call why it failed, if that is known. */
function withCause(call: string, item: ProgressItem & { kind: 'action' }, { t, tDynamic }: Translator): string {
  const why = causeOf(item, tDynamic);
  return why === '' ? call : t('progress.call_failed', { call, why });
}

function causeOf(
  { failure, host = '', name = '', quote }: ProgressItem & { kind: 'action' },
  say: Translator['tDynamic'],
  words = formatFailureReason,
): string {
  return escapeInvisibleCharacters(words(say, { failure, host, name, quote }));
}

/** Returns the text of a call, with how often it was made. */
function triedText(item: ProgressItem & { kind: 'action' }, words: Translator): string {
  const call = recordedCallText(item.tool, item.input, words, item);
  if (item.tries === undefined) return call;
  return words.t(item.state === 'failed' ? 'progress.tried' : 'progress.trying', { call, tries: item.tries });
}

/** Returns the text of a progress line; a line that stands for several equal ones ends with their number. */
export function progressText(item: ProgressItem, words: Translator): ProgressText {
  const line = lineText(item, words);
  return item.times === undefined || item.kind === 'model_error'
    ? line
    : { ...line, text: words.t('progress.times', { text: line.text, n: item.times }) };
}

function lineText(item: ProgressItem, words: Translator): ProgressText {
  const { t } = words;
  switch (item.kind) {
    case 'planned':
      return plain('steps', t(`progress.planned.${item.from}`, { steps: item.steps }));
    case 'planning_retry':
      return plain('repeat', t(item.closes ? 'default.asked_back' : 'progress.planning_retry'));
    case 'too_long':
      return plain('repeat', t('progress.too_long', { n: words.number(item.n), limit: words.number(item.limit) }));
    case 'decision': {
      if (item.decision === 'act') return plain('chevronRight', item.note);
      const text = t(`progress.decision.${item.decision}`);
      return plain(
        decisionIcons[item.decision],
        item.note ? t('progress.decision_note', { decision: text, note: bidiIsolatedText(item.note) }) : text,
      );
    }
    case 'action': {
      const tone = item.state === 'ok' ? 'good' : item.state === 'failed' ? 'bad' : 'plain';
      return {
        icon: actionIcons[item.state],
        text: withCause(triedText(item, words), item, words),
        tone,
      };
    }
    case 'model_error':
      return { icon: 'repeat', text: errorText(item, words), tone: item.code === 'rate_limit' ? 'plain' : 'bad' };
    case 'replanned':
      return plain('repeat', t(`progress.replanned.${item.outcome}`, { steps: item.steps }));
    case 'default':
      return plain('repeat', appliedDefaultText(item.code, item.params, words));
    case 'eased':
      return plain('repeat', t(item.undone ? 'progress.eased.undone' : `progress.eased.${item.to}`));
    case 'thinking':
      return plain('chevronRight', t('progress.thinking'));
    case 'recovery':
      return item.skipped
        ? plain('repeat', t('progress.recovery_skipped', { count: item.count }))
        : { icon: 'attention', text: t('progress.recovery', { count: item.count }), tone: 'bad' };
    case 'permission':
      return plain(
        'shield',
        t(`progress.permission.${decisionKind(item)}`, { subject: requestedAccessText(item.tool, item.access, words) }),
      );
    case 'edit':
      return plain('edit', planEditLineText('progress', item, words));
    case 'verified':
      return item.ok
        ? { icon: 'check', text: t('progress.verified', { checked: item.checked }), tone: 'good' }
        : {
            icon: 'attention',
            text: t('progress.mismatch', { mismatch: mismatchedRowsText(item.mismatch, words) }),
            tone: 'bad',
          };
    case 'paused':
      return plain('pause', t(`progress.paused.${item.reason}`));
    case 'resumed':
      return plain('play', t('progress.resumed'));
    case 'ended': {
      const { status, failed, tone = failed > 0 ? 'amber' : 'green' } = item;
      const text = taskEndText(item, words);
      if (status === 'completed' && (failed > 0 || tone !== 'green'))
        return plain(tone === 'green' ? 'check' : 'attention', text);
      return {
        icon: endIcons[status],
        text,
        tone: status === 'completed' ? 'good' : status === 'failed' ? 'bad' : 'plain',
      };
    }
  }
}

/**
 * Returns how a task ended, with the numbers of its steps by what became of them, which add up to all of them; of what
 * became of none, nothing is said.
 */
export function taskEndText(
  {
    status,
    done,
    failed,
    skipped,
    doubtful = 0,
    tone = 'green',
  }: Pick<JournalEntryBody & { type: 'task_end' }, 'status' | 'done' | 'failed' | 'skipped' | 'doubtful' | 'tone'>,
  { t, tDynamic }: Translator,
): string {
  const how = status === 'completed' && (failed > 0 || tone !== 'green') ? 'completed_failed' : status;
  const others = { failed, [status === 'cancelled' ? 'not_done' : 'skipped']: skipped, doubtful };
  return Object.entries(others).reduce(
    (text, [what, n]) => (n > 0 ? tDynamic(`progress.ended.with.${what}`, { text, n }) : text),
    t(`progress.ended.${how}`, { done }),
  );
}

/** Returns why no reply came, and what follows; an endpoint that asks to wait has not failed. */
function errorText({ code, asked, times }: ProgressItem & { kind: 'model_error' }, { t }: Translator): string {
  const why = t(`history.fault.${code}`);
  if (times !== undefined) return t('progress.model_error_again', { why, times });
  if (code !== 'rate_limit') return t('progress.model_error', { why });
  if (asked === null) return t('progress.asked_to_wait');
  return t('progress.asked_to_wait_for', { seconds: asked });
}

const decisionIcons = {
  ask: 'question',
  done: 'conversation',
  blocked: 'blocked',
  round: 'chevronRight',
  invalid: 'repeat',
} as const;
const actionIcons = {
  running: 'ring',
  ok: 'check',
  failed: 'close',
  denied: 'skip',
  unknown: 'attention',
  stopped: 'stop',
} as const;
const endIcons = { completed: 'check', failed: 'attention', cancelled: 'stop' } as const;

/**
 * Returns the text of a call's result as shown. What one of Cairn's own tools says of a failure is English, so in
 * another language the kind of the failure is shown instead; a failure that quotes its server or tool is that
 * quotation.
 */
export function resultText(item: ProgressItem & { kind: 'action' }, { language, tDynamic }: Translator): string {
  const { tool, result, failure = '', quote, state } = item;
  const isTold = quote !== undefined || state === 'unknown';
  return isTold || isUntranslatedToolText({ tool, failure, text: result }, language, tDynamic)
    ? causeOf(item, tDynamic, failureDetails)
    : shownToolText(result, language, tDynamic);
}
