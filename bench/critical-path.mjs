/**
 * The least time that the model's answers alone take, in milliseconds: the plan, then for each item the answers about it
 * once all it waits for is done, then the closing answer. It is made of the waits that the endpoint has given in this run.
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
