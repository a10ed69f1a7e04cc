/**
 * Returns the name, with the lowest number from 2 on behind it (“Trip 2”) if one of the names that are present is the
 * same but for its case.
 */
export function makeNameUnique(wanted: string, present: readonly string[]): string {
  const taken = new Set(present.map((name) => name.toLowerCase()));
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`;
  return name;
}
