interface Wanted {
  /** Where its middle would best lie. */
  at: number;
  width: number;
  weight: number;
}

/** Middles as near to the wanted ones as they can be (least weighted squares) in this order and without overlap. */
export function spreadOut(wanted: readonly Wanted[]): number[] {
  const offsets: number[] = [];
  wanted.forEach(({ width }, at) => {
    const before = wanted[at - 1];
    offsets.push(before ? (offsets[at - 1] ?? 0) + (before.width + width) / 2 : 0);
  });
  const blocks: { mean: number; weight: number; count: number }[] = [];
  wanted.forEach(({ at, weight }, index) => {
    let block = { mean: at - (offsets[index] ?? 0), weight, count: 1 };
    for (let last = blocks.at(-1); last && last.mean > block.mean; last = blocks.at(-1)) {
      blocks.pop();
      const sum = last.weight + block.weight;
      const mean = (last.mean * last.weight + block.mean * block.weight) / sum;
      block = { mean, weight: sum, count: last.count + block.count };
    }
    blocks.push(block);
  });
  const places = blocks.flatMap(({ mean, count }) => new Array<number>(count).fill(mean));
  return places.map((mean, index) => mean + (offsets[index] ?? 0));
}
