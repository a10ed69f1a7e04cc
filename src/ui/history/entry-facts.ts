import { billedUsage, dollarText } from '../../task/usage.ts';
import type { Usage } from '../../task/model-reply.ts';
import type { HistoryLine } from './history-lines.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { durationText, clockText } from '../kit/time-text.ts';
import type { StepBar } from './step-bars.ts';
import { usageText } from './usage-text.ts';

/** The facts after a line of the timeline: its step, its duration, and the usage of a model call. */
export function entryFacts({ body, step, took }: HistoryLine, words: Translator): string[] {
  const usage = billedUsage(body);
  return [
    step === null || body.type === 'plan_step_start' ? '' : words.t('history.in_step', { n: step }),
    took === null ? '' : words.t('history.took', { time: durationText(took, words) }),
    usage ? tokens(usage, words) : '',
  ].filter(Boolean);
}

function tokens(usage: Usage, words: Translator): string {
  const figures = { input: words.number(usage.input), output: words.number(usage.output) };
  const tokens = words.t(usage.estimated ? 'history.tokens_estimated' : 'history.tokens', figures);
  return usage.cost === undefined ? tokens : words.t('history.cost', { tokens, cost: dollarText(usage.cost) });
}

const reasons = ['person', 'retry', 'rest'] as const;

/** The facts of a bar: its outcome, times, duration, waiting and usage. */
export function barFacts({ from, to, status, waits, used }: StepBar, zone: string, words: Translator): string[] {
  const clock = (time: number) => clockText(new Date(time).toISOString(), zone, words, true);
  const when =
    status === 'running'
      ? words.t('bars.since', { from: clock(from) })
      : words.t('bars.from_to', { from: clock(from), to: clock(to) });
  const waited = reasons.map((why) => {
    const time = waits.filter((wait) => wait.why === why).reduce((sum, wait) => sum + wait.to - wait.from, 0);
    return time > 0 ? words.t(`bars.waited.${why}`, { time: durationText(time, words) }) : '';
  });
  return [
    `${words.t(`bars.status.${status}`)}, ${durationText(to - from, words)}`,
    when,
    ...waited,
    used.calls > 0 ? usageText(used, words) : '',
  ].filter(Boolean);
}
