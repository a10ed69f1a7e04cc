import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** All times in microseconds. */
  ts: number;
  dur?: number;
  /** Processor time of its thread: what other programs take of the machine is not in it. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Chromium traces the promises that a task leaves behind beside the task: they hold the thread up as long, so both
 * count.
 */
const promises = 'BlinkScheduler_PerformMicrotaskCheckpoint';
const isWork = ({ name, ph }: TraceEvent) => ph === 'X' && (name.endsWith('RunTask') || name === promises);

/**
 * The milliseconds of the tasks of the page's main thread while something is done; between the marks `from` and `to`,
 * if the page sets them.
 */
export async function mainThreadTasks(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'scheduler', 'blink.user_timing'] });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = trace.traceEvents.filter(({ args }) => args.name === 'CrRendererMain');
  const mark = (wanted: string) => trace.traceEvents.find(({ name }) => name === wanted)?.ts;
  const { from = -Infinity, to = Infinity } = { from: mark('from'), to: mark('to') };
  const work = trace.traceEvents
    .filter((event) => isWork(event) && from <= event.ts && event.ts <= to)
    .filter(({ pid, tid }) => threads.some((main) => main.pid === pid && main.tid === tid))
    .sort((a, b) => a.ts - b.ts);
  const tasks: number[] = [];
  let end = -Infinity;
  for (const { name, ts, dur = 0, tdur = 0 } of work) {
    if (ts < end) continue;
    if (name === promises && tasks.length > 0) tasks.push(Number(tasks.pop()) + tdur / 1000);
    else tasks.push(tdur / 1000);
    end = ts + dur;
  }
  return tasks;
}
