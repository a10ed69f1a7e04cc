import { currentStepIndex } from '../../plan/plan-progress.ts';
import type { Run } from '../../task/run.ts';
import type { StorageError } from '../../ports/storage-health.ts';
import { statusLine } from './status-line.ts';
import type { Translator } from '../app/translator.svelte.ts';

const pause = 4000;
/** Milliseconds during which texts are combined, such as a question and the state of waiting for its answer. */
const together = 100;
const longest = 600;

/** The texts for screen readers, at limited intervals: of states only the latest, of messages all. */
export class Announcements {
  text = $state('');
  #state = '';
  #said: string[] = [];
  #quiet: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;

  /** Announces the present state; it replaces an earlier one that is still waiting. */
  stand(text: string): void {
    this.#state = text;
    this.#look();
  }

  /** Announces a message of the conversation. */
  say(text: string): void {
    this.#said.push(text);
    this.#look();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#quiet) clearTimeout(this.#quiet);
  }

  #look(): void {
    if (!this.#isClosed) this.#quiet ??= setTimeout(() => this.#tell(), together);
  }

  #tell(): void {
    this.#quiet = null;
    const text = firstSentences([this.#state, ...this.#said].filter(Boolean).join('\n'));
    this.#state = '';
    this.#said = [];
    if (!text) return;
    this.text = text;
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

/** Returns the state of a task for screen readers: its step, what it waits for, its end. Null in other states. */
export function taskAnnouncement(
  run: Run | null,
  how: { offline?: boolean; storage?: StorageError | null },
  words: Translator,
): string | null {
  if (!run) return null;
  const status = statusLine(run, how);
  const { steps } = run.plan;
  switch (status.tone) {
    case 'needs-you':
    case 'resting':
    case 'done':
    case 'partly':
    case 'failed':
      return words.tDynamic(status.key, status.params);
    case 'working': {
      const at = currentStepIndex(run.plan);
      const step = steps[at];
      if (run.phase === 'executing' && step)
        return words.t('announce.step', { i: at + 1, n: steps.length, step: step.description });
      return run.phase === 'planning' || run.phase === 'recovering' ? words.tDynamic(status.key, status.params) : null;
    }
    case 'idle':
      return null;
  }
}
