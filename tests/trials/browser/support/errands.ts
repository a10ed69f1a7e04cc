export interface Errand {
  description: string;
  /** Ids of other errands; the n-th one's own id is `sn`. */
  dependencies: string[];
  /** The tool calls, one thought after another; those of one thought are made by one reply. */
  thoughts: { name: string; input: Record<string, unknown> }[][];
}

/** Added by two errands in the same words: both to-dos are wanted. */
const twice = 'Pack the bag';
const addedTwice = [5, 9];

/**
 * A plan in layers, as wide as told: each errand waits for its own lane and the next one of the layer before. Dense
 * errands add a to-do each, and in turn a calendar entry or a file; of every four two make both calls by one reply.
 * Sparse ones make one call, but every fourth makes two by one reply.
 */
export function errands(layers: readonly number[], density: 'dense' | 'sparse'): Errand[] {
  const ids: string[][] = [];
  return layers.flatMap((width, layer) => {
    const first = ids.flat().length + 1;
    ids.push(Array.from({ length: width }, (_, lane) => `s${first + lane}`));
    const before = ids[layer - 1] ?? [];
    return Array.from({ length: width }, (_, lane) => {
      const lanes = [before[lane % before.length], before[(lane + 1) % before.length]];
      const n = first + lane;
      return {
        description: `Errand ${n}`,
        dependencies: [...new Set(lanes.filter((id) => id !== undefined))],
        thoughts: density === 'dense' ? dense(n) : sparse(n),
      };
    });
  });
}

function dense(n: number): Errand['thoughts'] {
  const calls = [todo(n), n % 2 === 0 ? entry(n) : file(n)];
  return n % 4 < 2 ? [calls] : calls.map((call) => [call]);
}

function sparse(n: number): Errand['thoughts'] {
  return [[[todo(n), entry(n)], [todo(n)], [entry(n)], [file(n)]][n % 4] ?? []];
}

function todo(n: number) {
  const title = addedTwice.includes(n) ? twice : `To-do of errand ${n}`;
  return { name: 'todo', input: { action: 'add', title } };
}

function entry(n: number) {
  const day = `2031-03-${String(n).padStart(2, '0')}`;
  const input = { action: 'add', title: `Appointment ${n}`, start: `${day}T09:00`, end: `${day}T10:00` };
  return { name: 'schedule', input };
}

function file(n: number) {
  return { name: 'files', input: { action: 'write', name: `note-${n}.txt`, content: `Written by errand ${n}.\n` } };
}
