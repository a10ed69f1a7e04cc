/** Whether a name is that of an offered tool, or a near miss of it: the code that reads calls resolves those, too. */
export function isNamed(said: string): (offered: string) => boolean {
  return (offered) => plain(offered) === plain(said);
}

const plain = (name: string) => name.toLowerCase().replace(/^(?:functions?|tools?|default_api)[.:]|[\s_-]/g, '');

/** Whether an offered tool's name begins so, or is this whole. */
export const beginsName = (said: string, offered: readonly string[]) =>
  offered.some((name) => plain(name).startsWith(plain(said)));

/** The name of a call without what servers leave in it of the model's own markup: tokens, a recipient, a number. */
export function toolName(said: string, offered: readonly string[]): string {
  if (offered.some(isNamed(said))) return said;
  const addressed = /\bto=([\w.:-]+)/.exec(said)?.[1];
  const bare = said.replace(/^(?:\s|<\|[^|>]*\|>|<function=|<tool_call>)+/, '');
  const [word = ''] = (addressed ?? bare).replace(/:\d+$/, '').split(/[^\p{L}\p{N}_.:-]/u, 1);
  const name = word.replace(/:\d*$/, '');
  return name !== '' && (said.includes('<|') || offered.some(isNamed(name))) ? name : said;
}
