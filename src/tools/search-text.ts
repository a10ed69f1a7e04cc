export interface FoundText {
  /** How often the text occurs from the given position on. */
  total: number;
  places: { at: number; text: string }[];
  /** Where to go on, or null when all was shown. */
  next: number | null;
}

const around = 150;

/** The places from `from` on where a text occurs, case aside, each with what stands around it; `limit` characters in all. */
export function searchText(whole: string, wanted: string, from: number, limit: number): FoundText {
  const pattern = new RegExp(
    wanted
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
    'giu',
  );
  pattern.lastIndex = Math.min(Math.floor(from), whole.length);
  const places: FoundText['places'] = [];
  let total = 0;
  let used = 0;
  let shownUntil = -1;
  let next: number | null = null;
  for (let hit = pattern.exec(whole); hit; hit = pattern.exec(whole)) {
    total += 1;
    if (hit.index < shownUntil || next !== null) continue;
    const start = Math.max(0, hit.index - around);
    const end = Math.min(whole.length, hit.index + hit[0].length + around);
    if (places.length > 0 && used + end - start > limit) {
      next = hit.index;
      continue;
    }
    places.push({ at: hit.index, text: whole.slice(start, end).replace(/\s+/g, ' ').trim().slice(0, limit) });
    used += end - start;
    shownUntil = end;
  }
  return { total, places, next };
}
