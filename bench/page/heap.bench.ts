import { heapOfLongRun } from '../../tests/trials/browser/support/heap-of-long-run.ts';
import { test } from './bench-test.ts';

const count = Number(process.env.BENCH_HEAP_STEPS ?? 1000);

test('the heap after a long run', async ({ app, model, figure }) => {
  const { before, after } = await heapOfLongRun(app, model, count);
  figure('heap before a run', before, 'MB', count);
  figure('heap after a run', after, 'MB', count);
  figure('heap grown in a run', after - before, 'MB', count);
});
