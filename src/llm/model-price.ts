import type { Usage } from '../domain/model-reply.ts';

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
