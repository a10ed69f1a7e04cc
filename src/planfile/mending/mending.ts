import { excerpt } from '../limits.ts';
import { pathText, type Place, type Repair } from '../repair.ts';
import type { PlanShape } from '../plan-shape.ts';

/** One reading of a file in our own names: collects repairs, and spells places the way the file does. */
export class Mending {
  readonly repairs: Repair[];
  readonly #spelt = new Map<string, string>();

  constructor(
    readonly shape: PlanShape,
    before: readonly Repair[],
    /** The field by which the steps are numbered, or null. */
    readonly order: string | null = null,
  ) {
    this.repairs = [...before];
    if (shape.list !== 'steps') this.spellAs(['steps'], shape.list);
  }

  /** Notes that a value was read as another one; `undefined` stands for nothing. */
  note(code: Repair['code'], place: Place, from?: unknown, to?: unknown): void {
    this.repairs.push({ code, path: this.spell(place), from: excerpt(from), to: excerpt(to) });
  }

  /** Whether a field says nothing that a plan does not know already. */
  ignores(key: string): boolean {
    return key === this.order || this.shape.ignored.includes(key);
  }

  /** From now on the file's name of a place is the one that it has there. */
  spellAs(place: Place, name: string): void {
    this.#spelt.set(place.join('\0'), name);
  }

  /** A place given in our own names, as the file names it; `[]` for a file that is the list itself. */
  spell(place: Place): string {
    const named = place.map((key, depth) => this.#spelt.get(place.slice(0, depth + 1).join('\0')) ?? key);
    const { within } = this.shape;
    const nth = /^\[(\d+)\]$/.exec(within)?.[1];
    const whole = [nth === undefined ? within : Number(nth), ...named].filter((key) => key !== '');
    return pathText(whole) || '[]';
  }
}
