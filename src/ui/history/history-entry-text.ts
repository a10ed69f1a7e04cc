import { dollarText } from '../../task/usage.ts';
import { stepsRemainCode } from '../../plan/plan-progress.ts';
import type { JournalEntryBody } from '../../task/journal.ts';
import { errorMessageKeyPart } from '../../task/model-reply.ts';
import { startedStepNumber } from '../../task/started-step-number.ts';
import { recordedStepState } from '../../task/step-state.ts';
import type { PauseReason } from '../../task/run.ts';
import { failureDetails } from '../../task/reason-words.ts';
import { failureParams, toolResultState } from '../../task/tool-result.ts';
import { thinkingSummary } from '../../task/thinking-summary.ts';
import { lengthAndLimitInViolation } from '../../task/too-long-reply.ts';
import { stringifyExactJson } from '../../values/exact-json.ts';
import { withoutMarkdown } from '../../values/without-markdown.ts';
import { changesOnly, type PlanChange } from '../conversation/progress-item.ts';
import {
  mismatchedRowsText,
  reasonText,
  sentCallTexts,
  unfinishedStepText,
  writtenAndDeletedText,
} from '../plan/step-outcome-text.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { taskEndText } from '../conversation/progress-text.ts';
import { planEditLineText } from '../plan/edit-text.ts';
import { appliedDefaultText, noticeText } from '../conversation/notice-text.ts';
import type { iconPaths } from '../kit/icon-paths.ts';
import { decisionKind, requestedAccessText, recordedCallText } from '../kit/call-text.ts';
import { escapeInvisibleCharacters } from '../kit/shown-text.ts';
import type { HistoryLine } from './history-lines.ts';
import { shortenedText } from '../../values/truncate-text.ts';

/** The wording of a journal entry; `detail` is shown when it is unfolded, empty for none. */
interface HistoryText {
  icon: keyof typeof iconPaths;
  text: string;
  tone: 'plain' | 'good' | 'partly' | 'bad' | 'faint';
  detail: string;
  /** The structured output of a tool, as JSON. */
  data?: string;
  /** The summary of the thinking that the model's vendor gave; it is not searched. */
  thinking?: string;
  /** True if a large result is stored in full as a file. */
  keptAsFile?: boolean;
}

type Icon = HistoryText['icon'];

/**
 * Returns how the history shows one journal entry: its icon, sentence and tone, and the detail that is shown when the
 * entry is opened (empty if there is none).
 */
export function historyEntryText(body: JournalEntryBody, words: Translator): HistoryText {
  const { t } = words;
  switch (body.type) {
    case 'message': {
      const line = withoutMarkdown(body.text);
      const messageExcerpt = shortenedText(line, 160);
      const icon = body.kind === 'question' ? 'question' : 'conversation';
      return entry(
        icon,
        t(`history.message.${body.kind}`, { text: messageExcerpt }),
        'plain',
        messageExcerpt === body.text ? '' : body.text,
      );
    }
    case 'notice':
      return noticeEntry(body, words);
    case 'state':
      return entry('ring', t(`history.phase.${body.phase}`), 'faint');
    case 'plan_generated':
      return entry('steps', t(`history.plan.${body.again ? 'again' : body.from}`, { steps: body.steps }));
    case 'planning_retry':
      return body.violation === stepsRemainCode
        ? entry('repeat', t('default.asked_back'))
        : entry('repeat', tooLongText(body.violation, words) ?? t('history.planning_retry'), 'bad');
    case 'plan_step_start':
      return entry('play', t('history.step_start', { ...body, n: startedStepNumber(body) }), 'plain', body.outer);
    case 'plan_step_end':
      return stepEnd(body, words);
    case 'decision':
      return entry(
        'chevronRight',
        (body.kind === 'invalid' && tooLongText(body.note, words)) || t(`history.decision.${body.kind}`),
        body.kind === 'invalid' ? 'bad' : 'plain',
        body.kind === 'invalid' ? '' : body.note,
      );
    case 'model_reply': {
      const calls = body.reply.calls.map((call) => `${call.name} ${call.arguments}`);
      const thinking = thinkingSummary(body.reply);
      return {
        ...entry('conversation', callText(body, words), 'plain', [body.reply.text, ...calls].join('\n\n').trim()),
        ...(thinking !== '' && { thinking }),
      };
    }
    case 'reply_pending':
      return entry('conversation', t(`history.${body.pending ? 'pending' : 'not_pending'}`), 'faint');
    case 'model_error': {
      const { code, detail } = body.error;
      if (code === 'aborted') return entry('pause', t('history.call_stopped'), 'faint');
      const error = t(`history.fault.${errorMessageKeyPart(body.error)}`);
      return entry(
        'attention',
        t(`history.call_failed.${body.purpose}`),
        'bad',
        [error, detail].filter(Boolean).join('\n\n'),
      );
    }
    case 'tool_call': {
      return entry('chevronRight', recordedCallText(body.tool, body.input, words), 'plain', pretty(body.input));
    }
    case 'tool_result': {
      const { output, artifact, failure, quote } = body.result;
      const state = toolResultState(body.result);
      const isTold = state === 'unknown' || (failure !== null && quote !== undefined);
      const why = isTold ? failureDetails(words.tDynamic, { ...failureParams(body.result), quote }) : '';
      const text = state === 'denied' ? t('reason.failure.denied') : why || body.result.text;
      const call = recordedCallText(body.tool, body.input, words, body.result);
      const [icon, tone] = callLooks[state];
      return {
        ...entry(icon, t(`history.tool_${state}`, { call }), tone, text),
        ...(output !== undefined && output !== text && { data: pretty(output) }),
        keptAsFile: artifact !== null,
      };
    }
    case 'approval': {
      const subject = requestedAccessText(body.tool, body.access, words);
      const { decision, access } = body;
      const approvalText = t(`history.approval.${decision ? decisionKind({ decision, access }) : 'asked'}`, {
        subject,
      });
      return entry(
        'shield',
        approvalText,
        'plain',
        body.access.origin === null ? '' : escapeInvisibleCharacters(body.access.subject),
      );
    }
    case 'replanned':
      return entry(
        'repeat',
        t(`history.replanned.${body.outcome}`, { steps: body.steps }),
        'plain',
        changesOnly(body.difference)
          .map((change) => changeText(change, words))
          .join('\n'),
      );
    case 'default':
      return entry('repeat', appliedDefaultText(body.code, body.params, words));
    case 'recovery':
      return body.skipped
        ? entry('repeat', t('progress.recovery_skipped', { count: body.count }), 'plain', body.reason)
        : entry('attention', t('history.recovery', { count: body.count }), 'bad', body.reason);
    case 'edit':
      return entry('edit', planEditLineText('history', body, words));
    case 'final_verify':
      return body.ok
        ? entry('check', t('history.verified', { checked: body.checked }), 'good')
        : entry('attention', t('history.mismatch'), 'bad', mismatchedRowsText(body.mismatch, words));
    case 'pause':
      return pauseText(body.reason, words);
    case 'resume':
      return entry('play', t('history.resume'));
    case 'task_end':
      return taskEnd(body, words);
  }
}

function stepEnd(
  { status, summary, reason }: Extract<JournalEntryBody, { type: 'plan_step_end' }>,
  words: Translator,
): HistoryText {
  const why = reasonText(summary, reason, words);
  const state = recordedStepState({ status, reason });
  if (state === 'doubtful') return entry('attention', words.t('history.step_end.doubtful'), 'partly', why);
  if (state === 'stopped') return entry('stop', words.t('history.step_end.stopped'));
  return entry(endIcons[status], words.t(`history.step_end.${status}`), toneOf(status), why);
}

/** Returns the text of a task's end; it unfolds to what the task wrote and which steps it left undone. */
function taskEnd(body: Extract<JournalEntryBody, { type: 'task_end' }>, words: Translator): HistoryText {
  const { status, failed, tone = failed > 0 ? 'amber' : 'green', written, undone = [] } = body;
  const detailLines = [
    ...(written ? [writtenAndDeletedText(written, words), ...sentCallTexts(written, words)] : []),
    ...undone.map((each) => unfinishedStepText(each, words)),
  ];
  const detail = detailLines.join('\n');
  const text = taskEndText(body, words);
  if (status !== 'completed') return entry(endIcons[status], text, toneOf(status), detail);
  return entry(tone === 'green' ? 'check' : 'attention', text, completedTones[tone], detail);
}

const completedTones = { green: 'good', amber: 'partly', red: 'bad' } as const;

/** Returns the text of a notice: its first paragraph in the line, the rest in the details. */
function noticeEntry({ code, params }: Extract<JournalEntryBody, { type: 'notice' }>, words: Translator): HistoryText {
  const whole = noticeText(code, params, words);
  const head = whole.split('\n\n', 1).join();
  return entry('conversation', words.t('history.message.notice', { text: head }), 'plain', whole === head ? '' : whole);
}

/** Returns the text of a model call; if it led to an easier protocol, also that later calls use that one. */
/** Says that a reply was too long to be read, if that is what was wrong with it. */
function tooLongText(violation: string, { t, number }: Translator): string | null {
  const long = lengthAndLimitInViolation(violation);
  return long && t('progress.too_long', { n: number(long.n), limit: number(long.limit) });
}

function callText(
  { purpose, eased, protocol = 'tools' }: Extract<JournalEntryBody, { type: 'model_reply' }>,
  { t }: Translator,
): string {
  const call = t(`history.call.${purpose}`);
  if (!eased || protocol === 'tools') return call;
  return t('history.call_eased', { call, eased: t(`progress.eased.${protocol}`) });
}

function changeText({ kind, description, was = '' }: PlanChange, { t }: Translator): string {
  const name = t(`difference.${kind}`);
  return kind === 'changed'
    ? t('difference.line_changed', { kind: name, was, step: description })
    : t('difference.line', { kind: name, step: description });
}

function pauseText(reason: PauseReason, { t }: Translator): HistoryText {
  switch (reason.code) {
    case 'limit':
      return entry('pause', t('history.pause.limit', { limit: reason.limit }));
    case 'growth':
      return entry('pause', t('plan.status.growth', { added: reason.added }));
    case 'spending':
      return entry('pause', t('history.pause.spending', { spent: dollarText(reason.spent) }));
    case 'endpoint': {
      const { detail } = reason.error;
      const kind = errorMessageKeyPart(reason.error);
      return entry(
        'pause',
        t(`plan.status.endpoint.${kind}`),
        'bad',
        [t(`history.fault.${kind}`), detail].filter(Boolean).join('\n\n'),
      );
    }
    case 'storage':
      return entry(
        'pause',
        t(reason.program ? 'history.pause.program' : 'history.pause.storage'),
        'bad',
        reason.detail,
      );
    case 'person':
    case 'interrupted':
    case 'imported':
      return entry('pause', t(`history.pause.${reason.code}`));
  }
}

/** The icon and tone of a call's result. */
const callLooks = {
  ok: ['check', 'good'],
  denied: ['skip', 'plain'],
  unknown: ['attention', 'partly'],
  failed: ['close', 'bad'],
} as const;

const endIcons = {
  pending: 'ring',
  running: 'ring',
  completed: 'check',
  failed: 'close',
  skipped: 'skip',
  blocked: 'blocked',
  cancelled: 'stop',
} as const;

function toneOf(status: keyof typeof endIcons): HistoryText['tone'] {
  return status === 'completed' ? 'good' : status === 'failed' || status === 'blocked' ? 'bad' : 'plain';
}

function entry(icon: Icon, text: string, tone: HistoryText['tone'] = 'plain', detail = ''): HistoryText {
  return { icon, text, tone, detail };
}

function pretty(input: unknown): string {
  return typeof input === 'string' ? input : stringifyExactJson(input ?? null, 2);
}

/** True if a line and its details together contain every word of the search text. */
export function lineMatches({ body }: HistoryLine, searchText: string, words: Translator): boolean {
  const terms = searchText.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return true;
  const { text, detail, data = '' } = historyEntryText(body, words);
  const searched = `${text}\n${detail}\n${data}`.toLowerCase();
  return terms.every((term) => searched.includes(term));
}
