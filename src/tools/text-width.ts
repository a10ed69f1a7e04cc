const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** About how wide a text is drawn, in pixels: signs of East Asia fill a square, others little more than half of one. */
export function textWidth(text: string, size: number): number {
  return Array.from(text).reduce((sum, sign) => sum + (wide.test(sign) ? 1 : 0.56), 0) * size;
}
