/**
 * Prompt caches as their vendors publish them. A prompt is a list of pieces in the order in which the vendor arranges
 * them: the tokens of each, and whether a breakpoint stands behind it. `take` returns how many tokens of a prompt are
 * read from the cache and how many are written into it, and keeps the prompt. Prompts come one after another, soon
 * enough that nothing expires.
 */

/**
 * Reads the longest prefix that any earlier prompt began with, in whole units, from `least` tokens on; writing is free.
 */
class PrefixCache {
  #rules;
  #earlier = [];

  constructor(rules) {
    this.#rules = rules;
  }

  take(pieces) {
    const { least, unit } = this.#rules;
    const tokens = pieces.flatMap((piece) => piece.tokens);
    const prefix = this.#earlier.reduce((most, earlier) => Math.max(most, shared(earlier, tokens)), 0);
    this.#earlier.push(tokens);
    const units = Math.floor(prefix / unit) * unit;
    return { input: tokens.length, read: units >= least ? units : 0, written: 0 };
  }
}

/**
 * Reads the longest prefix that an earlier prompt wrote: at a breakpoint of this prompt, or at one of the `lookBack`
 * pieces before it. Writes what is new up to the last breakpoint.
 */
class BreakpointCache {
  #rules;
  #written = new Set();

  constructor(rules) {
    this.#rules = rules;
  }

  take(pieces) {
    const { least, lookBack } = this.#rules;
    const ends = [];
    let text = '';
    let length = 0;
    for (const { tokens } of pieces) {
      text += `${tokens.join('')}\u0000`;
      length += tokens.length;
      ends.push({ key: text, length });
    }
    const marks = pieces.flatMap(({ mark }, at) => (mark ? [at] : []));
    const near = marks.flatMap((mark) => ends.slice(Math.max(0, mark - lookBack), mark + 1));
    const read = near.reduce((most, { key, length }) => (this.#written.has(key) ? Math.max(most, length) : most), 0);
    const kept = marks.map((mark) => ends[mark]).filter((end) => end.length >= least);
    for (const { key } of kept) this.#written.add(key);
    return { input: length, read, written: Math.max(0, (kept.at(-1)?.length ?? 0) - read) };
  }
}

/** OpenAI's: from 1,024 tokens on, in steps of 128. */
export const openAiRules = { least: 1024, unit: 128 };

/** By vendor: its cache, and what a token read or written costs as a share of one that is neither. */
export const cacheRules = {
  OpenAI: { make: () => new PrefixCache(openAiRules), read: 0.1, write: 1 },
  DeepSeek: { make: () => new PrefixCache({ least: 64, unit: 64 }), read: 0.1, write: 1 },
  Anthropic: { make: () => new BreakpointCache({ least: 1024, lookBack: 20 }), read: 0.1, write: 1.25 },
};

/** Returns the length of the beginning that two prompts share, in tokens. */
export function shared(one, other) {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one[at] === other[at]) at += 1;
  return at;
}
