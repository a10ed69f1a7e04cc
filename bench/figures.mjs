import { median } from './median.mjs';

/** The figures of all runs: each is the median of its repetitions, and is printed as it comes. */
export class Figures {
  #all = [];

  /** `taken` holds the measures of each repetition; measures that a repetition lacks are left out of its median. */
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
