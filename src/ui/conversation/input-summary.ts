const longest = 120;

/** The input of a call in one short line: its only or most telling text, else compact JSON. */
export function inputSummary(input: unknown): string {
  if (typeof input === 'string') return clip(input);
  if (typeof input !== 'object' || input === null) return clip(JSON.stringify(input ?? null));
  const texts = Object.entries(input).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const telling = texts.find(([key]) => ['url', 'query', 'title', 'name'].includes(key)) ?? texts.at(-1);
  if (!telling) return clip(JSON.stringify(input));
  const action = texts.find(([key]) => key === 'action');
  return clip(action && action !== telling ? `${action[1]}: ${telling[1]}` : telling[1]);
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
