const endings = /\/(?:chat\/completions|completions|responses|models|chat|api\/(?:generate|chat|tags))$/;

/** Base URLs of the same origin that a person may have meant, the likeliest first. */
export function likelyAddresses(base: string): string[] {
  const { origin, pathname } = new URL(base);
  const given = pathname.replace(/\/+$/, '');
  const path = given.replace(endings, '');
  const parent = path.replace(/\/[^/]*$/, '');
  const below = /\/v\d\w*$/.test(path) ? [] : [`${path}/v1`];
  const paths = [...(path === given ? [] : [path]), ...below, parent, '/v1', '/api/v1', '/openai/v1'];
  return [...new Set(paths)].filter((each) => each !== given && each !== '').map((each) => origin + each);
}
