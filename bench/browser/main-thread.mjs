/**
 * Returns, from a trace, the processor time of the page's main thread while `act` runs, and that of each task, the
 * longest first. Both are in milliseconds and exclude the time of other programs.
 */
export async function mainThreadTime(page, act) {
  const client = await page.context().newCDPSession(page);
  const categories = ['toplevel', 'blink.user_timing', 'scheduler', '__metadata'].join(',');
  await client.send('Tracing.start', { transferMode: 'ReturnAsStream', categories });
  await page.evaluate(() => performance.mark('from'));
  await act();
  await page.evaluate(() => performance.mark('to'));
  const ended = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
  await client.send('Tracing.end');
  const { stream } = await ended;
  const pieces = [];
  for (;;) {
    const { data, eof } = await client.send('IO.read', { handle: stream });
    pieces.push(data);
    if (eof) break;
  }
  await client.detach();
  return timesIn(JSON.parse(pieces.join('')).traceEvents);
}

/** Chromium traces the microtasks that follow a task separately. They block the thread just as long, so both count. */
const isWork = ({ name }) => name.endsWith('RunTask') || name === 'BlinkScheduler_PerformMicrotaskCheckpoint';

function timesIn(events) {
  const mark = (name) => events.findLast((event) => event.name === name && event.cat.includes('user_timing'));
  const [from, to] = [mark('from'), mark('to')];
  const work = events
    .filter((event) => isWork(event) && event.pid === from.pid && event.tid === from.tid && event.ph === 'X')
    .filter(({ ts }) => from.ts <= ts && ts <= to.ts)
    .sort((a, b) => a.ts - b.ts);
  const tasks = [];
  let end = -Infinity;
  for (const { ts, dur, tdur = 0, name } of work) {
    if (ts < end) continue;
    if (name.endsWith('RunTask') || tasks.length === 0) tasks.push(tdur / 1000);
    else tasks[tasks.length - 1] += tdur / 1000;
    end = ts + dur;
  }
  return { total: (to.tts - from.tts) / 1000, tasks: tasks.sort((a, b) => b - a) };
}
