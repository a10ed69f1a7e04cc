import { excerpt } from './excerpt.ts';
import { pathText, type Place } from './place.ts';
import type { PlanShape } from './plan-shape.ts';
import type { Repair } from './repair.ts';

/** One reading of a file in our own names: collects repairs, and spells places the way the file does. */
export class Mending {
  readonly repairs: Repair[];

  constructor(
    readonly shape: PlanShape,
    before: readonly Repair[],
  ) {
    this.repairs = [...before];
  }

  /** Notes that a value was read as another one; `undefined` stands for nothing. */
  note(code: Repair['code'], place: Place, from?: unknown, to?: unknown): void {
    this.repairs.push({ code, path: this.spell(place), from: excerpt(from), to: excerpt(to) });
  }

  /** A place given in our own names, as the file names it; `[]` for a file that is the list itself. */
  spell(place: Place): string {
    const { list, planNames, stepNames } = this.shape;
    const named = place.map((key, depth) => {
      if (depth === 0) return key === 'steps' ? list : nameIn(planNames, key);
      return depth === 2 && place[0] === 'steps' ? nameIn(stepNames, key) : key;
    });
    return pathText(named[0] === '' ? named.slice(1) : named) || '[]';
  }
}

function nameIn(names: Readonly<Record<string, string>>, key: string | number): string | number {
  return Object.hasOwn(names, key) ? (names[key] ?? key) : key;
}
