/** The figures of one benchmark run, by name. */
export class Measured {
  #figures;

  constructor({ figures }) {
    this.#figures = figures;
  }

  /** Returns the figure; NaN if it was not measured. */
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

  /** Returns a figure of the page itself; NaN if it was not measured. */
  ofPage(measure) {
    return this.#figures.find((each) => each.shape === 'page' && each.measure === measure)?.value ?? NaN;
  }

  /** Returns the names of all programs for which this was measured, in the order of the run. */
  who(measure) {
    return [...new Set(this.#figures.filter((each) => each.measure === measure).map(({ who }) => who))];
  }
}
