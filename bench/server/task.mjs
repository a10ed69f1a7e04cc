const places = [
  'quay',
  'orchard',
  'weir',
  'tower',
  'mill',
  'meadow',
  'ferry',
  'bridge',
  'quarry',
  'lighthouse',
  'barn',
];
const things = ['gauge', 'lantern', 'fence', 'pump', 'roof', 'gate', 'engine', 'cable', 'signpost', 'boiler', 'valve'];
const states = ['worn', 'freshly painted', 'slightly bent', 'as it was', 'cold to the touch', 'covered with dust'];
const pick = (list, n) => list[n % list.length];

/**
 * Returns the task that every program is given: read `n` observations, in layers of `width`, each of which depends on
 * the whole layer before it; width 1 is a chain.
 */
export function makeTask(n, width = 1) {
  const items = Array.from({ length: n }, (_, at) => at + 1);
  const layerOf = (item) => Math.floor((item - 1) / width);
  return {
    n,
    width,
    goal: `Read the files 1 to ${n}, an observation each, and say at the end what stands out.`,
    items,
    layers: Array.from({ length: Math.ceil(n / width) }, (_, layer) => items.filter((item) => layerOf(item) === layer)),
    dependenciesOf: (item) => items.filter((other) => layerOf(other) === layerOf(item) - 1),
  };
}

/** Every program has the same tool, called in the same way: Cairn's own tool for reading a file. */
export const toolName = 'read_artifact';
export const toolInput = (item) => ({ file: String(item) });

/** Writes a step's description, and reads the item from it. */
export const describeStep = (item) => `Read file ${item} and say in one sentence what it shows`;
export const itemIn = (text) => Number(/Read file (\d+) and/.exec(text)?.[1] ?? NaN);

/** Returns the tool's result: about 120 tokens, different for each item. */
export function observation(item) {
  const line = (nth) => {
    const n = item * 7 + nth * 5;
    return `At the ${pick(places, n)} the ${pick(things, n + nth)} is ${pick(states, n + item)}, reading ${(n * 37) % 1000} of 1000.`;
  };
  const lines = Array.from({ length: 6 }, (_, nth) => line(nth + 1));
  return `Item ${item}, observed from the north side at noon. ${lines.join(' ')}`;
}

/** Returns what the model says about an observation at the end of its step. */
export const finding = (item) =>
  `Item ${item} is ${pick(states, item)} and reads ${(item * 37) % 1000} of 1000, which was to be expected.`;
export const closing = ({ n }) =>
  `All ${n} items were observed. Most are as they were; item ${Math.ceil(n / 2)} stands out and should be looked at again.`;
