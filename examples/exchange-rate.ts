import * as z from 'zod';
import { parseJson } from '../src/values/json.ts';
import type { Network } from '../src/ports/network.ts';
import { toolError, toolSuccess } from '../src/task/tool-result.ts';
import type { Tool } from '../src/tools/tool.ts';

const origin = 'https://api.frankfurter.dev';
const input = z.object({
  from: z.string().length(3).describe('currency, such as EUR'),
  to: z.string().length(3).describe('currency, such as USD'),
});

/** Reads the latest exchange rate of two currencies. */
export function exchangeRateTool({ network }: { network: Network }): Tool<typeof input> {
  const addressOf = ({ from, to }: z.output<typeof input>) =>
    `${origin}/v1/latest?${new URLSearchParams({ base: from, symbols: to }).toString()}`;
  return {
    name: 'exchange_rate',
    description: 'Read the latest exchange rate of two currencies.',
    input,
    place: 'remote',
    reads: () => true,
    repeatable: () => true,
    access: (call) => ({ origin, private_address: false, subject: addressOf(call), rule: 'site' }),
    about: ({ from, to }) => ({ what: 'other', name: `exchange rate ${from}–${to}` }),
    run: async (call, { signal }) => {
      const limits = { site: origin, signal, timeout_ms: 20_000, max_bytes: 100_000 };
      const outcome = await network.get(addressOf(call), { ...limits, accept: 'application/json' });
      if (outcome.kind !== 'response')
        return { result: toolError('network', `${origin} gave no answer (${outcome.kind}).`) };
      if (outcome.status !== 200)
        return { result: toolError('failed', `${origin} answered with status ${outcome.status}.`) };
      const text = new TextDecoder().decode(outcome.body);
      return { result: toolSuccess(text, { output: parseJson(text) ?? text, foreign: true }) };
    },
  };
}
