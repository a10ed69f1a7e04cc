import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';

/** What the calls of a model have come to. */
export class Meter {
  replies = 0;
  /** Calls that were not refused. */
  answered = 0;
  input = 0;
  output = 0;
  /** In US dollars; null once a reply has not said what it cost. */
  cost: number | null = 0;
  readonly #times: number[] = [];

  /** The model, with each of its calls counted. */
  over(model: LanguageModel, clock: Clock): LanguageModel {
    return {
      reply: async (request, options) => {
        this.replies += 1;
        const begun = Date.parse(clock.now());
        const outcome = await model.reply(request, options);
        this.#times.push(Date.parse(clock.now()) - begun);
        if (!outcome.ok) return outcome;
        this.answered += 1;
        const { usage } = outcome.reply;
        this.input += usage?.input ?? 0;
        this.output += usage?.output ?? 0;
        this.cost = this.cost === null || usage?.cost === undefined ? null : this.cost + usage.cost;
        return outcome;
      },
    };
  }

  /** Milliseconds of the reply in the middle, sorted by length. */
  get reply_ms(): number {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }
}
