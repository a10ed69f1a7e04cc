import { currentStepIndex } from '../../plan/plan-progress.ts';
import type { Run } from '../../task/run.ts';
import { pendingApprovals } from '../../task/run-steps.ts';
import type { StatusLine } from './status-line.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { requestedAccessText } from '../kit/call-text.ts';

const pause = 4000;
/** Milliseconds during which texts are combined, such as a question and the state of waiting for its answer. */
const together = 100;
const longest = 600;

/** A state of the task as a screen reader says it, part by part. */
export interface Announcement {
  parts: readonly string[];
  /** Differs between equal texts about different things, such as two permissions in a row. */
  about: string;
  /**
   * `urgent`: it waits for the person, who is told at once. `progress`: it is not repeated if it is what was announced
   * last.
   */
  weight: 'progress' | 'change' | 'urgent';
}

/**
 * The texts for screen readers, at limited intervals: of states only the latest, of messages all. What is urgent does
 * not wait for the end of an interval. Each list of texts is a new one, also if its words are the same.
 */
export class Announcements {
  texts = $state.raw<readonly string[]>([]);
  #state: Announcement | null = null;
  /** What the latest state was about, and the one that was announced last. */
  #about = '';
  #announced = '';
  #said: string[] = [];
  #quiet: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;

  /** Announces the present state; it replaces an earlier one that is still waiting. */
  stand(state: Announcement): void {
    if (state.about === this.#about) return;
    this.#about = state.about;
    this.#state = state;
    this.#look(state.weight === 'urgent');
  }

  /** Announces a message of the conversation. */
  say(text: string, isUrgent = false): void {
    this.#said.push(text);
    this.#look(isUrgent);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#quiet !== null) clearTimeout(this.#quiet);
  }

  #look(isUrgent: boolean): void {
    if (this.#isClosed) return;
    if (isUrgent && this.#quiet !== null) {
      clearTimeout(this.#quiet);
      this.#quiet = null;
    }
    this.#quiet ??= setTimeout(() => this.#tell(), together);
  }

  #tell(): void {
    this.#quiet = null;
    const isRepeated = this.#state?.weight === 'progress' && this.#state.about === this.#announced;
    const state = isRepeated ? null : this.#state;
    const texts = [...(state?.parts ?? []), ...this.#said].filter(Boolean).map(firstSentences);
    if (state) this.#announced = state.about;
    this.#state = null;
    this.#said = [];
    if (texts.length === 0) return;
    this.texts = texts;
    this.#quiet = setTimeout(() => this.#tell(), pause);
  }
}

/** Returns a text, or the first sentences of a long one. */
function firstSentences(text: string): string {
  const part = text.slice(0, longest);
  if (part === text) return text;
  const whole = /^[^]*(?:[.!?]\s|[。！？\n])/.exec(part)?.[0] ?? '';
  return whole.length > longest / 2 ? whole.trimEnd() : `${part}…`;
}

/**
 * Returns the state of a task for screen readers: what is read, its step, what it waits for and why, its end. Null in
 * other states.
 */
export function taskAnnouncement(
  run: Run | null,
  status: StatusLine,
  words: Translator,
  present: { now: string; zone: string },
): Announcement | null {
  if (!run) return null;
  const text = words.tDynamic(status.key, status.params);
  const { steps } = run.plan;
  switch (status.tone) {
    case 'needs-you': {
      const [approval] = status.action === 'permit' ? pendingApprovals(run) : [];
      const approvalTexts = approval ? [requestedAccessText(approval.tool, approval.access, words, present)] : [];
      const origin = approval?.access.origin ?? null;
      return {
        parts: [text, ...approvalTexts, origin === null ? '' : words.t('approval.site', { origin })],
        about: [text, run.id, run.question?.effect, approval?.effect].join(' '),
        weight: 'urgent',
      };
    }
    case 'resting':
    case 'done':
    case 'partly':
    case 'failed':
      return { parts: [text], about: `${text} ${run.id}`, weight: 'change' };
    case 'working': {
      const stepIndex = currentStepIndex(run.plan);
      const step = steps[stepIndex];
      if (run.phase === 'executing' && step) {
        const place = words.t('announce.step', { i: stepIndex + 1, n: steps.length });
        return { parts: [place, step.description], about: `${place} ${step.id}`, weight: 'progress' };
      }
      const isTold = run.phase === 'intake' || run.phase === 'planning' || run.phase === 'recovering';
      return isTold ? { parts: [text], about: `${text} ${run.id}`, weight: 'progress' } : null;
    }
    case 'idle':
      return null;
  }
}
