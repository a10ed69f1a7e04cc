import type { Profile } from '../domain/profile.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { modelPrice } from './model-price.ts';

/** A model whose replies say what they cost, where the price list knows it (R5.5). */
export function pricedModel(inner: LanguageModel, { base_url, model }: Profile): LanguageModel {
  return {
    async reply(request, options) {
      const outcome = await inner.reply(request, options);
      const usage = outcome.ok ? outcome.reply.usage : null;
      const cost = usage && (await modelPrice(base_url, model, usage));
      if (!outcome.ok || !usage || cost === null) return outcome;
      return { ok: true, reply: { ...outcome.reply, usage: { ...usage, cost } } };
    },
  };
}
