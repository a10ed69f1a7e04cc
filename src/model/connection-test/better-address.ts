import type { EndpointProbe } from './endpoint-probe.ts';
import { parseModelNames } from './listed-models.ts';

/** A base URL of the same origin that answers like an endpoint (with a list of models, or with 401), or null. */
export async function findWorkingBaseUrl(probe: EndpointProbe): Promise<string | null> {
  const addresses = likelyBaseUrls(probe.base);
  const answers = await Promise.all(addresses.map((address) => probe.request(`${address}/models`, { keyed: true })));
  const listing = answers.findIndex((answer) => answer?.status === 200 && parseModelNames(answer.body) !== null);
  const guarded = answers.findIndex((answer) => answer?.status === 401 && answer.body !== undefined);
  return addresses[listing < 0 ? guarded : listing] ?? null;
}

const endings = /\/(?:chat\/completions|completions|responses|models|chat|api\/(?:generate|chat|tags))$/;

/** Returns base URLs of the same origin that the person may have meant, likeliest first. */
export function likelyBaseUrls(base: string): string[] {
  const { origin, pathname } = new URL(base);
  const basePath = pathname.replace(/\/+$/, '');
  const path = basePath.replace(endings, '');
  const parent = path.replace(/\/[^/]*$/, '');
  const below = /\/v\d\w*$/.test(path) ? [] : [`${path}/v1`];
  const paths = [...(path === basePath ? [] : [path]), ...below, parent, '/v1', '/api/v1', '/openai/v1'];
  return [...new Set(paths)].filter((each) => each !== basePath && each !== '').map((each) => origin + each);
}
