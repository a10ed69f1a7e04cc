import type { ModelError } from '../domain/model-reply.ts';
import type { ModelOutcome } from '../ports/language-model.ts';

/** A fault that no endpoint reported. */
export function failedCall(code: ModelError['code'], detail = ''): ModelOutcome & { ok: false } {
  return { ok: false, error: { code, detail, status: null, retry_after_ms: null } };
}
