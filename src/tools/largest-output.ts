/**
 * The maximum size of a tool's output that is stored in the plan, in characters of JSON; a larger one is stored in its
 * file alone.
 */
export const largestOutput = 20_000;

/** The most levels of a tool's output; reading a deeper one back would fail. */
export const deepestOutput = 500;
