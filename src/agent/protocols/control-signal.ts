const word = String.raw`(step[\s_-]?done|re-?plan)`;
const bare = new RegExp(String.raw`^["'\`\s]*${word}["'\`\s.!。]*$`, 'i');
const enveloped = new RegExp(
  String.raw`^\s*(?:\`\`\`\w*\s*)?\{\s*["'“]?control["'”]?\s*:\s*["'“]?${word}["'”]?\s*,?\s*\}\s*(?:\`\`\`)?\s*$`,
  'i',
);

/** The control envelopes of R4.4, with their spelling variants, bare or in an object; null for anything else. */
export function controlSignal(text: string): 'step_done' | 'replan' | null {
  const found = (bare.exec(text) ?? enveloped.exec(text))?.[1]?.toLowerCase();
  if (!found) return null;
  return found.startsWith('re') ? 'replan' : 'step_done';
}
