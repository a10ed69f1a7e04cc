import type { Usage } from '../domain/model/model-reply.ts';
import type { Profile } from '../domain/model/profile.ts';
import type { LanguageModel } from '../ports/language-model.ts';

/**
 * What a call costs in US dollars by the price list that comes with the app (R5.5); null where it does not say. Nobody
 * sells what is not reached by https: the list is not even loaded.
 */
export async function modelPrice(baseUrl: string, model: string, usage: Usage): Promise<number | null> {
  if (!baseUrl.startsWith('https:')) return null;
  const { calcPrice } = await import('@pydantic/genai-prices');
  const counted = {
    input_tokens: usage.input,
    output_tokens: usage.output,
    ...(usage.cached !== undefined && { cache_read_tokens: Math.min(usage.cached, usage.input) }),
  };
  try {
    return calcPrice(counted, model, { providerApiUrl: baseUrl })?.total_price ?? null;
  } catch {
    return null;
  }
}

/** A model whose replies say what they cost, also those that were billed and could not be used, where the price is known (R5.5). */
export function pricedModel(inner: LanguageModel, { base_url, model }: Profile): LanguageModel {
  return {
    async reply(request, options) {
      const outcome = await inner.reply(request, options);
      const usage = outcome.ok ? outcome.reply.usage : outcome.error.usage;
      const cost = usage && (await modelPrice(base_url, model, usage));
      if (!usage || cost === null || cost === undefined) return outcome;
      const priced = { ...usage, cost };
      return outcome.ok
        ? { ok: true, reply: { ...outcome.reply, usage: priced } }
        : { ok: false, error: { ...outcome.error, usage: priced } };
    },
  };
}
