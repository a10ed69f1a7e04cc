import type { Usage } from '../domain/model/model-reply.ts';
import type { Profile } from '../domain/model/profile.ts';
import type { LanguageModel } from '../ports/language-model.ts';

/**
 * The cost of a call in US dollars by the app's price list (R5.5); null where the list has no price. The list is not
 * loaded for endpoints without https, which are never paid services.
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

/**
 * A model whose replies include their cost where the price is known, failed replies that were billed included (R5.5).
 */
export function pricedModel(inner: LanguageModel, { base_url, model }: Profile): LanguageModel {
  return {
    async reply(request, options) {
      const outcome = await inner.reply(request, options);
      const usage = outcome.ok ? outcome.reply.usage : outcome.error.usage;
      const cost = usage && (await modelPrice(base_url, model, usage));
      if (!usage || cost === null || cost === undefined) return outcome;
      const priced = { ...usage, cost };
      return outcome.ok
        ? { ...outcome, reply: { ...outcome.reply, usage: priced } }
        : { ...outcome, error: { ...outcome.error, usage: priced } };
    },
  };
}
