/** Where something stands in parsed JSON: keys and indexes from the root. */
export type Place = readonly (string | number)[];

/** A place as people write it, such as `steps[3].status` or `parameters["a b"]`. */
export function pathText(place: Place): string {
  return place.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

/** A dotted path of `planFaults`, taken apart. */
export function placeOf(path: string): Place {
  return path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}
