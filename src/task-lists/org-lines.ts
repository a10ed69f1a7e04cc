const headline =
  /^(\*+)[ \t]+(?:(TODO|NEXT|WAITING|STARTED|DOING|DONE|CANCELLED|CANCELED|HOLD)[ \t]+)?(?:\[#[A-Z]\][ \t]*)?(\S.*?)?(?:[ \t]+:[\w@:]+:)?[ \t]*$/;
const boxes: Readonly<Record<string, string>> = { DONE: 'x', CANCELLED: '-', CANCELED: '-', STARTED: '/', DOING: '/' };

/** The lines of an Org file as Markdown, one for one; the lines of any other text as they are. */
export function orgLines(source: readonly string[]): readonly string[] {
  if (!source.some((line) => /^\*+ (?:TODO|DONE|NEXT|WAITING|STARTED|CANCELLED|CANCELED)[ \t]/.test(line)))
    return source;
  const tasks: number[] = [];
  return source.map((line) => {
    const title = /^#\+TITLE:[ \t]*(.*)$/i.exec(line)?.[1];
    if (title !== undefined) return `# ${title}`;
    if (/^#\+BEGIN_/i.test(line) || /^#\+END_/i.test(line)) return '```';
    if (/^#/.test(line)) return '';
    const [, stars = '', keyword, text = ''] = headline.exec(line) ?? [];
    if (stars === '') return '    '.repeat(tasks.length) + line;
    const level = stars.length;
    while (tasks.length > 0 && (tasks.at(-1) ?? 0) >= level) tasks.pop();
    if (keyword === undefined && tasks.length === 0) return `${'#'.repeat(Math.min(level + 1, 6))} ${text}`;
    const indent = '    '.repeat(tasks.length);
    tasks.push(level);
    return keyword === undefined ? `${indent}- ${text}` : `${indent}- [${boxes[keyword] ?? ' '}] ${text}`;
  });
}
