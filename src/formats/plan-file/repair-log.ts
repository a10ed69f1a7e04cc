import { oneLineExcerpt } from './limits.ts';
import { formatJsonPath, type JsonPath, type Repair } from './repair.ts';
import type { PlanShape } from './plan-shape.ts';

/** The state of reading one file: collects repairs, and translates places into the file's own field names. */
export class RepairLog {
  readonly repairs: Repair[];
  readonly #spelt = new Map<string, string>();
  readonly #misspelt = new Map<string, string>();

  constructor(
    readonly shape: PlanShape,
    before: readonly Repair[],
    /** The field by which the steps are numbered, or null. */
    readonly order: string | null = null,
  ) {
    this.repairs = [...before];
    if (shape.list !== 'steps') this.spellAs(['steps'], shape.list);
  }

  /** Records that a value was replaced by another one while the file was read; `undefined` stands for no value. */
  note(code: Repair['code'], place: JsonPath, from?: unknown, to?: unknown): void {
    this.repairs.push({ code, path: this.spell(place), from: oneLineExcerpt(from), to: oneLineExcerpt(to) });
  }

  /**
   * Records that the field `key` of an object was left out; `meant` is the field that it was probably meant for, and
   * the right spelling.
   */
  noteLeftOut(place: JsonPath, key: string, value: unknown, meant?: { field: string; near: string }): void {
    this.note(meant ? 'misspelt_field' : 'unknown_field', [...place, key], value, meant?.near);
    if (meant) this.#misspelt.set([...place, meant.field].join('\0'), key);
  }

  /** Returns the name under which an absent field was probably written; undefined if there is none like it. */
  misspelt(place: JsonPath): string | undefined {
    return this.#misspelt.get(place.join('\0'));
  }

  /** True if a field is ignored because it adds nothing to a plan. */
  ignores(key: string): boolean {
    return key === '$schema' || key === this.order || this.shape.ignored.includes(key);
  }

  /** Records the file's own name of a place, for `spell`. */
  spellAs(place: JsonPath, name: string): void {
    this.#spelt.set(place.join('\0'), name);
  }

  /**
   * Translates a place from Cairn's field names into the file's own; returns `[]` if the place is the whole file and
   * the file is just a list.
   */
  spell(place: JsonPath): string {
    const spelledPath = place.map((key, depth) => this.#spelt.get(place.slice(0, depth + 1).join('\0')) ?? key);
    const { within } = this.shape;
    const nth = /^\[(\d+)\]$/.exec(within)?.[1];
    const whole = [nth === undefined ? within : Number(nth), ...spelledPath].filter((key) => key !== '');
    return formatJsonPath(whole) || '[]';
  }
}
