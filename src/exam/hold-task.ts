import type { JournalEntry } from '../domain/journal.ts';
import { isOver, type Run } from '../domain/run.ts';
import type { ProtocolName } from '../domain/protocol-name.ts';
import type { Settings } from '../domain/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { openSession } from '../runner/open-session.ts';
import { ExamJournal } from './exam-journal.ts';
import { type ExamTool, examToolbox } from './exam-toolbox.ts';

export interface TaskParts {
  goal: string;
  tools: readonly ExamTool[];
  /** What the person says to each question. */
  answer: string;
  model: LanguageModel;
  protocol: ProtocolName;
  settings: Settings;
  clock: Clock;
  connectivity: Connectivity;
  /** Ends the task at once: the person's stop, or the bound in time. */
  signal: AbortSignal;
  /** Replies after which the task is ended. */
  most_calls: number;
}

/** A task as it ended; `cut` where it was stopped or met a bound. */
export interface HeldTask {
  cut: boolean;
  run: Run | null;
  entries: readonly JournalEntry[];
}

/** Runs one goal through the engine, in memory, until it is over, stands still, is stopped or meets its bound. */
export function holdTask(parts: TaskParts): Promise<HeldTask> {
  const { clock, connectivity, model, settings, signal } = parts;
  const journal = new ExamJournal();
  let { protocol } = parts;
  if (signal.aborted) return Promise.resolve({ cut: true, run: null, entries: [] });
  let calls = 0;
  return new Promise((resolve) => {
    const runner = openSession({
      sessionId: 'exam',
      run: null,
      journal,
      clock,
      connectivity,
      toolbox: examToolbox(parts.tools),
      settings,
      model: async () => ({
        reply: (request, options) => {
          calls += 1;
          if (calls > parts.most_calls) {
            end(true);
            return new Promise<never>(() => undefined);
          }
          return model.reply(request, { ...options, signal: AbortSignal.any([signal, options.signal]) });
        },
      }),
      protocol: () => protocol,
      fallBack: (_, to) => {
        protocol = to;
      },
      taken: () => undefined,
      grant: () => undefined,
    });
    const end = (cut: boolean) => {
      const { run } = runner.current();
      runner.close();
      signal.removeEventListener('abort', stop);
      resolve({ cut, run, entries: [...journal.entries] });
    };
    const stop = () => end(true);
    signal.addEventListener('abort', stop);
    let answered = '';
    runner.subscribe(({ run }) => {
      if (!run) return;
      if (isOver(run.phase) || run.phase === 'paused' || run.phase === 'blocked') queueMicrotask(() => end(false));
      else if (run.phase === 'waiting' && run.question && run.question.effect !== answered) {
        answered = run.question.effect;
        queueMicrotask(() => runner.send({ type: 'question.answer', text: parts.answer }));
      }
    });
    runner.send({ type: 'goal.submit', goal: parts.goal, run: 'task', plan: 'plan' });
  });
}
