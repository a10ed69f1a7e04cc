import type { ModelError } from '../../task/model-reply.ts';
import { nearestName } from '../../values/nearest-name.ts';
import type { Profile } from '../../records/profile.ts';
import { findWorkingBaseUrl } from './better-address.ts';
import type { EndpointProbe } from './endpoint-probe.ts';
import { isNonChatModel } from './near-models.ts';
import { certainDiagnosis, type Diagnosis } from './diagnosis.ts';
import { wrongKeyCause } from './provider-at.ts';

export interface ErrorReplyOptions {
  probe: EndpointProbe;
  profile: Profile;
  key: string | null;
  /** The models that the endpoint lists; empty if it lists none. */
  models: string[];
  /** True if the response was a web page. */
  page: boolean;
}

const notChat =
  /not a chat model|does(?: not|n't) support (?:chat|generat|text generation)|not support(?:ed)? (?:for |in |the )?(?:v1\/)?chat|only (?:supports? )?embedding|is an embedding model/i;
const starting = /loading|warming up|starting up|is starting|cold start|still being (?:loaded|created)/i;

/** An error that the endpoint itself reported, or a timeout. */
export type ReportedError = Omit<ModelError, 'code'> & { code: Exclude<ModelError['code'], 'unreachable'> };

/** Returns the cause behind a response that the page could read, or behind a timeout. */
export async function diagnoseErrorReply(error: ReportedError, options: ErrorReplyOptions): Promise<Diagnosis> {
  const { probe, profile, key, models, page } = options;
  const { code, detail, status } = error;
  const unknownModel = () =>
    certainDiagnosis({ code: 'unknown_model', nearest: nearestName(profile.model, models) }, models);

  switch (code) {
    case 'no_key':
    case 'locked':
      return certainDiagnosis({ code: 'key_missing' }, models);
    case 'auth':
      if (page) return certainDiagnosis({ code: 'refused', status }, models);
      return certainDiagnosis(wrongKeyCause(profile, key), models);
    case 'unknown_model':
      return notChat.test(detail) ? certainDiagnosis({ code: 'not_chat_model' }, models) : unknownModel();
    case 'rate_limit':
      return certainDiagnosis({ code, wait_ms: error.retry_after_ms }, models);
    case 'server':
      return starting.test(detail)
        ? certainDiagnosis({ code: 'loading' }, models)
        : certainDiagnosis({ code, status }, models);
    case 'stalled':
      return certainDiagnosis({ code: models.length > 0 || (await probe.answers()) ? 'slow' : 'silent' }, models);
    case 'aborted':
      return certainDiagnosis({ code: 'stopped' }, models);
    case 'bad_response':
      if (status === 403) return certainDiagnosis({ code: 'refused', status }, models);
      return certainDiagnosis(
        { code: page ? 'web_page' : 'not_a_model', better: await findWorkingBaseUrl(probe) },
        models,
      );
    case 'bad_request': {
      if (notChat.test(detail) || (models.length > 0 && isNonChatModel(profile.model)))
        return certainDiagnosis({ code: 'not_chat_model' }, models);
      if (status !== 404 && status !== 405) return certainDiagnosis({ code: 'refused', status }, models);
      if (models.length > 0)
        return models.includes(profile.model) ? certainDiagnosis({ code: 'no_chat' }, models) : unknownModel();
      return certainDiagnosis(
        { code: page && status === 405 ? 'web_page' : 'wrong_path', better: await findWorkingBaseUrl(probe) },
        models,
      );
    }
    case 'refused':
    case 'no_images':
    case 'images_refused':
      return certainDiagnosis({ code: 'refused', status }, models);
    case 'context_length':
      return certainDiagnosis(error.too_large ? { code: 'refused', status } : { code }, models);
    case 'part_missing':
    case 'quota':
    case 'no_tools':
    case 'truncated':
    case 'empty':
      return certainDiagnosis({ code }, models);
  }
}
