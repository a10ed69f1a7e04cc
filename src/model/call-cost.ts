import type { Usage } from '../task/model-reply.ts';
import type { Profile } from '../records/profile.ts';
import type { LanguageModel } from '../ports/language-model.ts';

/**
 * Returns the cost of a call in US dollars by the app's price list; null if the list has no price. The list is not
 * loaded for endpoints without https, which are never paid services.
 */
export async function callCost(baseUrl: string, model: string, usage: Usage): Promise<number | null> {
  if (!baseUrl.startsWith('https:')) return null;
  const { calcPrice } = await import('@pydantic/genai-prices');
  const { input, output, cached, cache_written: written } = usage;
  const cacheReadTokens = Math.min(cached ?? 0, input);
  const billedTokens = {
    input_tokens: input,
    output_tokens: output,
    ...(cached !== undefined && { cache_read_tokens: cacheReadTokens }),
    ...(written !== undefined && { cache_write_tokens: Math.min(written, input - cacheReadTokens) }),
  };
  try {
    return calcPrice(billedTokens, model, { providerApiUrl: baseUrl })?.total_price ?? null;
  } catch {
    return null;
  }
}

/** A model whose replies include their cost if the price is known; failed replies that were billed, too. */
export function modelWithReplyCosts(inner: LanguageModel, { base_url, model }: Profile): LanguageModel {
  return {
    ...inner,
    async reply(request, options) {
      const outcome = await inner.reply(request, options);
      const usage = outcome.ok ? outcome.reply.usage : outcome.error.usage;
      const cost = usage && (await callCost(base_url, model, usage));
      if (!usage || cost === null || cost === undefined) return outcome;
      const priced = { ...usage, cost, ...(await savedBy(base_url, model, usage, cost)) };
      return outcome.ok
        ? { ...outcome, reply: { ...outcome.reply, usage: priced } }
        : { ...outcome, error: { ...outcome.error, usage: priced } };
    },
  };
}

/** Returns how much the cache saved on a call, if it was used. */
async function savedBy(baseUrl: string, model: string, usage: Usage, cost: number): Promise<Pick<Usage, 'saved'>> {
  const { input, output, estimated, cached = 0, cache_written = 0 } = usage;
  if (cached + cache_written === 0) return {};
  const whole = await callCost(baseUrl, model, { input, output, estimated });
  return whole === null ? {} : { saved: whole - cost };
}
