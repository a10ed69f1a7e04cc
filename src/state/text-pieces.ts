/** A text in pieces of at most `length` characters, cut at the end of a line, sentence or word where there is one near; at most `most` of them. */
export function textPieces(text: string, { length, most }: { length: number; most: number }): string[] {
  const pieces: string[] = [];
  let from = 0;
  do {
    const until = from + length < text.length ? from + endNear(text.slice(from, from + length)) : text.length;
    pieces.push(text.slice(from, until));
    from = until;
  } while (from < text.length && pieces.length < most);
  return pieces;
}

function endNear(piece: string): number {
  const half = piece.length / 2;
  const ends = [/\n(?!.*\n)/su, /[.!?。！？；](?!.*[.!?。！？；])/su, /\s(?!.*\s)/su].map(
    (end) => piece.search(end) + 1,
  );
  return ends.find((end) => end > half) ?? piece.length;
}
