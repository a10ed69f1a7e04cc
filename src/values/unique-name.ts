/**
 * Returns the name, with the lowest number from 2 on behind it (“Trip 2”) if one of the names that are present is the
 * same but for its case.
 */
export function makeNameUnique(wantedName: string, present: readonly string[]): string {
  const takenNames = new Set(present.map((name) => name.toLowerCase()));
  let name = wantedName;
  for (let number = 2; takenNames.has(name.toLowerCase()); number += 1) name = `${wantedName} ${number}`;
  return name;
}
