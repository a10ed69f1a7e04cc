/**
 * Returns a test for names of offered tools: true if `said` means that tool, whatever its case, separators and prefix
 * such as `functions.`.
 */
export function toolNameMatcher(said: string): (offered: string) => boolean {
  return (offered) => plain(offered) === plain(said);
}

const plain = (name: string) => name.toLowerCase().replace(/^(?:functions?|tools?|default_api)[.:]|[\s_-]/g, '');

/** True if an offered tool's name begins with this text, or equals it. */
export const beginsToolName = (said: string, offered: readonly string[]) =>
  offered.some((name) => plain(name).startsWith(plain(said)));

/**
 * Returns the tool name of a call without remains of the model's chat template that some servers leave in it, such as
 * `<|channel|>` tokens, `to=functions.` or a trailing `:0`.
 */
export function cleanToolName(said: string, offered: readonly string[]): string {
  if (offered.some(toolNameMatcher(said))) return said;
  const addressed = /\bto=([\w.:-]+)/.exec(said)?.[1];
  const bare = said.replace(/^(?:\s|<\|[^|>]*\|>|<function=|<tool_call>)+/, '');
  const [word = ''] = (addressed ?? bare).replace(/:\d+$/, '').split(/[^\p{L}\p{N}_.:-]/u, 1);
  const name = word.replace(/:\d*$/, '');
  return name !== '' && (said.includes('<|') || offered.some(toolNameMatcher(name))) ? name : said;
}
