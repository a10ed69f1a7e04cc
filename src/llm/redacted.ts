import { withoutKey } from './without-key.ts';

const shapes = [
  /\b(?:sk|pk|rk|gsk|xai|hf|csk|nvapi|pplx)[-_][A-Za-z0-9_*.-]{2,}[A-Za-z0-9_*-]/g,
  /\bAIza[\w*-]{10,}/g,
  /(?<=\b(?:Bearer|Basic)\s+)[^\s"',;]+/gi,
  /(?<=\bapi[ _-]?key(?: provided)?["']?\s*[:=]\s*["']?)[^\s"',;]+/gi,
];

/** Text without anything that is or looks like a key (R13.1). */
export function redacted(text: string, key: string | null): string {
  return shapes.reduce((rest, shape) => rest.replace(shape, '[key]'), withoutKey(text, key));
}
