import type { ReasoningItems } from '../../task/model-reply.ts';

type Wire = Record<string, unknown>;

/**
 * Returns the parts of a reply as they are sent back: its text and its calls, with the reasoning in its place among
 * them. Reasoning from another source is left out.
 */
export function replyPartsWithReasoning(
  reasoning: ReasoningItems | undefined,
  source: string,
  { text, calls }: { text: readonly Wire[]; calls: readonly Wire[] },
): Wire[] {
  if (reasoning?.from !== source) return [...text, ...calls];
  const { parts } = reasoning;
  const placed = parts.flatMap((part) =>
    part === 'text' ? text : typeof part === 'number' ? calls.slice(part, part + 1) : [part],
  );
  return [...placed, ...(parts.includes('text') ? [] : text), ...calls.filter((_, place) => !parts.includes(place))];
}
