import { overlaps } from '../domain/calendar-entry.ts';

interface Span {
  title: string;
  from: number;
  until: number;
}

const mostTitles = 50;
/** Of more that go on at once, the latest are looked at. */
const mostAtOnce = 1000;

/** For each span, the titles of the others that take some of the same time, in the order given: that of their starts. */
export function overlappingTitles<S extends Span>(spans: readonly S[]): ReadonlyMap<S, readonly string[]> {
  const found = new Map<S, string[]>(spans.map((span) => [span, []]));
  const name = (span: S, other: S) => {
    const titles = found.get(span);
    if (titles && titles.length < mostTitles) titles.push(other.title);
  };
  let open: S[] = [];
  for (const span of spans) {
    if (Number.isNaN(span.from) || Number.isNaN(span.until)) continue;
    open = open.filter(({ until }) => until > span.from).slice(-mostAtOnce);
    for (const other of open) {
      if (!overlaps(span, other)) continue;
      name(span, other);
      name(other, span);
    }
    open.push(span);
  }
  return found;
}
