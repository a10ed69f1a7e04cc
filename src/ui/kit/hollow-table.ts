const everyday = 20_000;

/** Whether a text has a table with far more cells than it writes down, since the rows under a wide head are filled up. */
export function hollowTable(text: string): boolean {
  let rows = 0;
  let bars = 0;
  for (const line of text.split(/\r\n|\n|\r/).reverse()) {
    const own = line.split('|').length;
    if (/^[\s>|:+*\d.)-]*$/.test(line) && line.includes('-') && own * rows > 2 * bars + everyday) return true;
    const ends = line.trim() === '';
    rows = ends ? 0 : rows + 1;
    bars = ends ? 0 : bars + own;
  }
  return false;
}
