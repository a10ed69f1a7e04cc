const longest = 60;
const mostNames = 2000;
/** The least letters of a name that a longer word may begin with, as `fetch_url` with `fetch`. */
const shortest = 4;

/**
 * Returns the known name that was most likely meant, or null if none is close. A name that goes on where the word ends
 * comes first, then the one with the fewest letters to change. Case is ignored; of a very long list only the first
 * names are considered.
 */
export function nearestName(word: string, names: readonly string[]): string | null {
  const wantedName = word.slice(0, longest).toLowerCase();
  let best: { name: string; distance: number } | null = null;
  for (const name of names.slice(0, mostNames)) {
    const knownName = name.slice(0, 4 * longest).toLowerCase();
    const least = Math.abs(wantedName.length - knownName.length);
    const isUnfinished = knownName.startsWith(wantedName) && wantedName.length >= 2;
    const isLonger = wantedName.startsWith(knownName) && knownName.length >= shortest;
    const tolerated = isLonger ? least : Math.max(1, Math.floor(Math.max(wantedName.length, knownName.length) / 3));
    if (!isUnfinished && (least > tolerated || least >= (best?.distance ?? Infinity))) continue;
    const distance = isUnfinished ? 0.5 : editDistance(wantedName, knownName);
    if (distance <= tolerated && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** The number of letters to change, add, drop or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const distanceAt = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        distanceAt(row - 1, column) + 1,
        distanceAt(row, column - 1) + 1,
        distanceAt(row - 1, column - 1) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, distanceAt(row - 2, column - 2) + 1);
      current.push(least);
    }
  }
  return distanceAt(a.length, b.length);
}
