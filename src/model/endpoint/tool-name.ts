/**
 * Returns a test for names of offered tools: true if `toolNamePart` means that tool, whatever its case, separators and
 * prefix such as `functions.`.
 */
export function toolNameMatcher(said: string): (offered: string) => boolean {
  return (offeredToolName) => plain(offeredToolName) === plain(said);
}

const plain = (name: string) => name.toLowerCase().replace(/^(?:functions?|tools?|default_api)[.:]|[\s_-]/g, '');

/** True if an offered tool's name begins with this text, or equals it. */
export const beginsToolName = (toolNamePart: string, offeredToolNames: readonly string[]) =>
  offeredToolNames.some((name) => plain(name).startsWith(plain(toolNamePart)));

/**
 * Returns the tool name of a call without remains of the model's chat template that some servers leave in it, such as
 * `<|channel|>` tokens, `to=functions.` or a trailing `:0`.
 */
export function cleanToolName(writtenToolName: string, offeredToolNames: readonly string[]): string {
  if (offeredToolNames.some(toolNameMatcher(writtenToolName))) return writtenToolName;
  const addressed = /\bto=([\w.:-]+)/.exec(writtenToolName)?.[1];
  const bare = writtenToolName.replace(/^(?:\s|<\|[^|>]*\|>|<function=|<tool_call>)+/, '');
  const [word = ''] = (addressed ?? bare).replace(/:\d+$/, '').split(/[^\p{L}\p{N}_.:-]/u, 1);
  const name = word.replace(/:\d*$/, '');
  return name !== '' && (writtenToolName.includes('<|') || offeredToolNames.some(toolNameMatcher(name)))
    ? name
    : writtenToolName;
}
