/** The figures of one run of the benchmarks, to be asked for by name. */
export class Measured {
  #figures;

  constructor({ figures }) {
    this.#figures = figures;
  }

  /** NaN where it was not measured. */
  value(who, measure, { n = 100, shape = 'chain', latency = '0 ms' } = {}) {
    const found = this.#figures.find(
      (each) =>
        each.who === who &&
        each.measure === measure &&
        each.n === n &&
        each.shape === shape &&
        each.latency === latency,
    );
    return found?.value ?? NaN;
  }

  /** A figure of the page itself. */
  ofPage(measure) {
    return this.#figures.find((each) => each.shape === 'page' && each.measure === measure)?.value ?? NaN;
  }

  /** Everybody of whom this was measured, in the order of the run. */
  who(measure) {
    return [...new Set(this.#figures.filter((each) => each.measure === measure).map(({ who }) => who))];
  }
}
