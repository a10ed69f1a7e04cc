import { median } from './median.mjs';

/** Collects the figures of all runs: each is the median of its repetitions, and is printed as soon as it is known. */
export class Figures {
  #all = [];

  /**
   * Adds the medians of a run. `taken` has the measures of each repetition; a repetition without a measure is left out
   * of that median.
   */
  add(run, taken, units) {
    for (const [measure, unit] of Object.entries(units)) {
      const values = taken.map((figures) => figures[measure]).filter((value) => typeof value === 'number');
      if (values.length === 0) continue;
      const figure = { ...run, measure, value: round(median(values)), unit, repetitions: values.length };
      this.#all.push(figure);
      console.log(`${run.who}, n ${run.n}, ${run.shape}, ${run.latency}: ${measure} ${figure.value} ${unit}`);
    }
  }

  get all() {
    return this.#all;
  }
}

const round = (value) => (Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
