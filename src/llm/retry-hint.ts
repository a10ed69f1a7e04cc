const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const phrase =
  /(?:try again|retry|retrydelay|wait|reset)[^\d]{0,24}((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|h|hours?|m|min|minutes?|s|sec|seconds?)(?![a-z])\s*)+)/i;
const part = /(\d+(?:\.\d+)?)\s*(ms|milli|h|m|s)/gi;

const longest = 64_000;

/** How long the endpoint asks to wait: by header where the browser may read it, else by how its body begins (H1). */
export function retryHint(headers: Headers | null, text: string, now: number): number | null {
  return fromHeaders(headers, now) ?? fromText(text.slice(0, longest));
}

function fromHeaders(headers: Headers | null, now: number): number | null {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (exact > 0) return exact;
  const value = headers?.get('retry-after') ?? '';
  if (value.trim() === '') return null;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, Math.round(wait));
}

function fromText(text: string): number | null {
  const chinese = /(?<!\d)(\d+(?:\.\d+)?)\s*(秒|分钟)(?:之?后|再)/.exec(text);
  if (chinese) return Math.round(Number(chinese[1]) * (chinese[2] === '秒' ? 1000 : 60_000));
  const said = phrase.exec(text)?.[1];
  if (!said) return null;
  const parts = [...said.matchAll(part)];
  return Math.round(parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitOf(unit), 0));
}

function unitOf(unit = 's'): number {
  return units[unit.toLowerCase() === 'milli' ? 'ms' : unit.toLowerCase()] ?? 1000;
}
