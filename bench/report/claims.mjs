const direct = 'Cairn balanced';
const thought = 'Cairn balanced, every step thought about';
const together = 'Cairn balanced, call and end in one reply';
const careful = 'Cairn careful';
const langgraph = 'LangGraph plan-and-execute';
const layers = { n: 20, shape: '4 x 5', latency: '200 ms' };
const waiting = { latency: '200 ms' };
const skewed = { ...layers, latency: '200 ms, skewed' };

/** The comparisons with other programs: a ratio or a figure, and the bound that Cairn should meet, if there is one. */
export const comparisonClaims = [
  {
    says: '_economy_ against plan-then-tools, cost at 100 steps',
    value: (of) => of.value('Cairn economy', 'cost') / of.value('plan-then-tools', 'cost'),
    bound: () => ({ most: 1.05 }),
    unit: '×',
  },
  {
    says: '_balanced_, complete steps, against the lean hand-written loop, cost at 100 steps',
    value: (of) => of.value(direct, 'cost') / of.value('lean loop', 'cost'),
    bound: () => ({ most: 1.05 }),
    unit: '×',
  },
  {
    says: 'the same with every step thought about',
    value: (of) => of.value(thought, 'cost') / of.value('lean loop', 'cost'),
    bound: () => ({ most: 1.05 }),
    unit: '×',
  },
  {
    says: 'the same where a step is ended by the reply that makes its call',
    value: (of) => of.value(together, 'cost') / of.value('lean loop', 'cost'),
    bound: () => ({ most: 0.75 }),
    unit: '×',
  },
  {
    says: '_careful_ against LangGraph plan-and-execute, cost at 100 steps',
    value: (of) => of.value(careful, 'cost') / of.value(langgraph, 'cost'),
    bound: () => ({ most: 0.2 }),
    unit: '×',
  },
  {
    says: 'main thread a complete step, strict journal, against LangGraph with its in-memory saver, same browser',
    value: (of) => of.value(direct, 'main') / of.value(langgraph, 'main'),
    bound: () => ({ most: 0.7 }),
    unit: '×',
  },
  ...[
    ['a step that is thought about', thought, 1],
    ['a _careful_ one (three model calls, as LangGraph makes)', careful, 1.5],
  ].flatMap(([step, who, most]) => [
    {
      says: `the same for ${step}`,
      value: (of) => of.value(who, 'main') / of.value(langgraph, 'main'),
      bound: () => ({ most }),
      unit: '×',
    },
    {
      says: `the same for ${step}, with 200 ms a model call`,
      value: (of) => of.value(who, 'main', waiting) / of.value(langgraph, 'main', waiting),
      bound: () => ({ most }),
      unit: '×',
    },
  ]),
  {
    says: 'longest task but one in a run of 100 steps, of all ways of working',
    value: (of) => Math.max(...[direct, thought, together, careful].map((who) => of.value(who, 'second'))),
    bound: () => ({ most: 50 }),
    unit: 'ms',
  },
  {
    says: 'main thread a step at 100 steps against 20',
    value: (of) => of.value(careful, 'main') / of.value(careful, 'main', { n: 20 }),
    bound: () => ({ most: 1.1 }),
    unit: '×',
  },
  {
    says: 'transactions a complete step in _balanced_',
    value: (of) => of.value(direct, 'transactions'),
    bound: () => ({ most: 3 }),
    unit: '',
  },
  {
    says: 'the same for a step that is thought about',
    value: (of) => of.value(thought, 'transactions'),
    bound: () => ({ most: 2.3 }),
    unit: '',
  },
  {
    says: 'written a complete step in _balanced_ (LangGraph with sqlite: 28 and growing)',
    value: (of) => of.value(direct, 'written') / 1000,
    bound: () => ({ most: 5 }),
    unit: 'kB',
  },
  {
    says: 'the same for a step that is thought about',
    value: (of) => of.value(thought, 'written') / 1000,
    bound: () => ({ most: 5 }),
    unit: 'kB',
  },
  {
    says: 'layered graph 4 × 5, 200 ms a call, every step thought about, against the critical path',
    value: (of) => of.value(thought, 'path', layers),
    bound: () => ({ most: 1.1 }),
    unit: '×',
  },
  {
    says: 'the same under skewed latencies',
    value: (of) => of.value(thought, 'path', skewed),
    bound: () => ({ most: 1.1 }),
    unit: '×',
  },
  {
    says: 'calls repeated after a reload, at most',
    value: (of) => of.value(thought, 'most', { n: 20, latency: 'reloaded' }),
    bound: () => ({ most: 1 }),
    unit: '',
  },
];

/** The figures of the page and the bounds that it should meet; `short` is the label in the plot. */
export const pageClaims = [
  {
    short: 'JavaScript',
    says: 'JavaScript at first paint, gzip',
    value: (of) => of.ofPage('JavaScript at first paint') / 1000,
    bound: () => ({ most: 100 }),
    unit: 'kB',
  },
  {
    short: 'first paint, slow line',
    says: 'first contentful paint at 1.44 Mbit/s, 150 ms, processor ÷ 4',
    value: (of) => of.ofPage('first contentful paint, slow') / 1000,
    bound: () => ({ most: 1.8 }),
    unit: 's',
  },
  {
    short: 'first form, slow line',
    says: 'the first form there to be filled in, likewise',
    value: (of) => of.ofPage('welcome form, slow') / 1000,
    unit: 's',
  },
  {
    short: 'reload beside much',
    says: 'reload to the first resumed action beside 1,000 sessions and 100,000 journal rows (1.5 × an empty profile + 300 ms)',
    value: (of) => of.ofPage('reload to resumed action, full profile'),
    bound: (of) => ({ most: 1.5 * of.ofPage('reload to resumed action, empty profile') + 300 }),
    unit: 'ms',
  },
  {
    short: 'dragging, rate',
    says: 'dragging in 1,000 steps',
    value: (of) => of.ofPage('dragging: frames a second'),
    bound: () => ({ least: 55 }),
    unit: 'frames/s',
  },
  {
    short: 'dragging, p95 frame',
    says: 'dragging in 1,000 steps, frame (p95)',
    value: (of) => of.ofPage('dragging: frame, p95'),
    bound: () => ({ most: 20 }),
    unit: 'ms',
  },
  {
    short: 'import, durable',
    says: 'import of 10,000 steps, durable after acceptance',
    value: (of) => of.ofPage('import: durable after acceptance'),
    bound: () => ({ most: 400 }),
    unit: 'ms',
  },
  {
    short: 'import, longest task',
    says: 'import of 10,000 steps, longest task',
    value: (of) =>
      Math.max(of.ofPage('import: longest task while reading'), of.ofPage('import: longest task until shown')),
    bound: () => ({ most: 200 }),
    unit: 'ms',
  },
  {
    short: 'interaction, p95',
    says: 'interaction while four streams run (p95)',
    value: (of) => of.ofPage('interaction while four streams run, p95'),
    bound: () => ({ most: 100 }),
    unit: 'ms',
  },
  {
    short: 'heap after 1,000 steps',
    says: 'heap that a run of 1,000 steps leaves behind',
    value: (of) => of.ofPage('heap grown in a run'),
    bound: () => ({ most: 50 }),
    unit: 'MB',
  },
];
