/**
 * Returns the least time that the model's replies alone take, in milliseconds: the plan, then each item's replies once
 * all its dependencies are done, then the closing reply. It sums the delays that the endpoint used in this run.
 */
export function criticalPath(task, log) {
  const waitsFor = (item) => sum(log.filter((entry) => entry.item === item).map(({ wait }) => wait));
  const around = log.filter(({ item }) => item === null).map(({ wait }) => wait);
  const done = new Map();
  for (const item of task.items) {
    const ready = task.dependenciesOf(item).map((other) => done.get(other));
    done.set(item, Math.max(0, ...ready) + waitsFor(item));
  }
  return sum(around) + Math.max(...done.values());
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
