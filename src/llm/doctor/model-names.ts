import { isRecord } from '../../domain/json.ts';

const most = 10_000;
const inOrder = new Intl.Collator();

/** The names in an endpoint's list of models, sorted, of very many the first; null when the value is no such list. */
export function modelNames(body: unknown): string[] | null {
  const list: unknown = isRecord(body) ? (body.data ?? body.models) : body;
  if (!Array.isArray(list)) return null;
  const found = list
    .slice(0, most)
    .filter(isRecord)
    .flatMap((model) => [model.id, model.name].filter((name) => typeof name === 'string').slice(0, 1));
  return [...new Set(found)].sort((a, b) => inOrder.compare(a, b));
}
