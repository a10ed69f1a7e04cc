/** The line and the column of a position in a text, both counted from 1. */
export function lineOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', start)) {
    line += 1;
    start = next + 1;
  }
  return { line, column: at - start + 1 };
}
