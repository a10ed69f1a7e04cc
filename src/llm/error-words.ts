import { isRecord, parseJson } from '../domain/json.ts';
import { plainText } from './plain-text.ts';

const longestCode = 500;

/** What an error body says: `text` for people and patterns, `code` as the endpoint names it, `status` where the body has one. */
export interface ErrorWords {
  text: string;
  code: string;
  status: number | null;
}

/** Reads any shape of error body: `{error: {…}}`, `{error: "…"}`, `{message}`, `{detail}`, a list of these, or plain text (S6–S8). */
export function errorWords(body: unknown): ErrorWords {
  const value = typeof body === 'string' ? parsed(body) : body;
  if (typeof value === 'string') return { text: plainText(value), code: '', status: null };
  const outer: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(outer)) return { text: '', code: '', status: null };
  const inner = isRecord(outer.error) ? outer.error : outer;
  const said =
    typeof outer.error === 'string'
      ? outer.error
      : sentence(inner.message) || sentence(inner.detail) || sentence(inner.msg);
  const param = typeof inner.param === 'string' && !said.includes(inner.param) ? `(${inner.param})` : '';
  const raw = isRecord(inner.metadata) ? sentence(inner.metadata.raw) : '';
  const codes = [inner.code, inner.type, inner.status, outer.code].filter((code) => typeof code === 'string');
  const text = plainText([said, param, raw].filter((words) => words !== '').join(' '));
  return {
    text: text || plainText(JSON.stringify(value)),
    code: codes.join(' ').slice(0, longestCode),
    status: statusIn(inner) ?? statusIn(outer),
  };
}

function parsed(body: string): unknown {
  const value = parseJson(body);
  return value === undefined ? body : value;
}

/** A message, or the list of complaints that some servers send as `detail`. */
function sentence(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isRecord(value)) return sentence(value.message) || JSON.stringify(value);
  if (!Array.isArray(value)) return '';
  return value
    .filter(isRecord)
    .map(
      (item) =>
        `${Array.isArray(item.loc) ? `${item.loc.join('.')}: ` : ''}${sentence(item.msg) || sentence(item.message)}`,
    )
    .join('; ');
}

function statusIn(error: Record<string, unknown>): number | null {
  for (const value of [error.status, error.status_code, error.code, error.http_code]) {
    const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
    if (typeof status === 'number' && status >= 400 && status < 600) return status;
  }
  return null;
}
