import { CompressedTimeAxis } from '../history/compressed-time.ts';
import type { JournalEntry } from '../../task/journal.ts';
import { stepBars, workSpans } from '../history/step-bars.ts';
import type { Run } from '../../task/run.ts';
import type { SavedPageContent } from './saved-page-content.ts';

/** The duration of a whole run at normal speed, in milliseconds; idle time is shortened as in the history's bars. */
const wholeRun = 20_000;

export const speeds = [0.5, 1, 2, 4] as const;

/**
 * Plays back a saved session: the entries shown up to the current position, which plays, pauses, or is moved. At first
 * all entries are shown.
 */
export class Playback {
  readonly #record: SavedPageContent;
  /** The position of each entry in the run, from 0 to 1. */
  readonly #places: readonly number[];
  readonly time: CompressedTimeAxis;
  readonly tasks: ReturnType<typeof stepBars>;
  /** The number of displayed entries. */
  shown = $state(0);
  playing = $state(false);
  speed = $state<(typeof speeds)[number]>(1);
  #at = 1;

  constructor(record: SavedPageContent) {
    this.#record = record;
    const times = record.entries.map(({ at }) => Date.parse(at));
    const whole = { from: times[0] ?? 0, to: times.at(-1) ?? 0 };
    this.tasks = stepBars(record.entries, whole.to);
    this.time = new CompressedTimeAxis(whole, workSpans(this.tasks.flatMap(({ rows }) => rows)));
    this.#places = times.map((time) => this.time.place(time));
    this.shown = record.entries.length;
  }

  get count(): number {
    return this.#record.entries.length;
  }

  readonly entries: readonly JournalEntry[] = $derived.by(() => this.#record.entries.slice(0, this.shown));

  /** The task at the displayed moment; null before the first one. */
  readonly run: Run | null = $derived.by(() => {
    const seq = this.entries.at(-1)?.seq ?? -1;
    return this.#record.runs.findLast((state) => state.seq <= seq)?.run ?? null;
  });

  /** The displayed position, from 0 to 1. */
  get place(): number {
    return this.shown === 0 ? 0 : (this.#places[this.shown - 1] ?? 1);
  }

  readonly moveTo = (place: number): void => {
    this.#at = place;
    this.shown = place >= 1 ? this.count : this.#places.filter((each) => each <= place).length;
  };

  readonly step = (by: -1 | 1): void => {
    this.playing = false;
    this.shown = Math.max(0, Math.min(this.count, this.shown + by));
    this.#at = this.place;
  };

  /** Continues to play, or starts over if the end is reached. */
  readonly play = (): void => {
    if (this.shown >= this.count) this.moveTo(0);
    else this.#at = this.place;
    this.playing = true;
    let before: number | null = null;
    const beat = (now: number) => {
      if (!this.playing) return;
      this.moveTo(Math.min(1, this.#at + ((now - (before ?? now)) * this.speed) / wholeRun));
      before = now;
      if (this.shown >= this.count) this.playing = false;
      else requestAnimationFrame(beat);
    };
    requestAnimationFrame(beat);
  };

  readonly pause = (): void => {
    this.playing = false;
  };
}
