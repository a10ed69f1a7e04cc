/** True if a name is that of an offered tool, or nearly so: the code that reads calls resolves near misses, too. */
export function matchesToolName(said: string): (offered: string) => boolean {
  return (offered) => plain(offered) === plain(said);
}

const plain = (name: string) => name.toLowerCase().replace(/^(?:functions?|tools?|default_api)[.:]|[\s_-]/g, '');

/** True if an offered tool's name begins with this text, or equals it. */
export const beginsToolName = (said: string, offered: readonly string[]) =>
  offered.some((name) => plain(name).startsWith(plain(said)));

/** Returns a call's name without what servers leave in it of the model's own markup: tokens, a recipient, a number. */
export function cleanToolName(said: string, offered: readonly string[]): string {
  if (offered.some(matchesToolName(said))) return said;
  const addressed = /\bto=([\w.:-]+)/.exec(said)?.[1];
  const bare = said.replace(/^(?:\s|<\|[^|>]*\|>|<function=|<tool_call>)+/, '');
  const [word = ''] = (addressed ?? bare).replace(/:\d+$/, '').split(/[^\p{L}\p{N}_.:-]/u, 1);
  const name = word.replace(/:\d*$/, '');
  return name !== '' && (said.includes('<|') || offered.some(matchesToolName(name))) ? name : said;
}
