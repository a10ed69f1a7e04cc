import type { Profile } from '../domain/profile.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { modelPrice } from './model-price.ts';

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
