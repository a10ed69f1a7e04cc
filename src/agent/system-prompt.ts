import type { Prompts, ProtocolWords } from './prompts/prompts.ts';
import type { Contract, Offer, Protocol } from './protocols/protocol.ts';

const parts: Record<Contract, keyof ProtocolWords | null> = {
  intake: 'intake',
  plan: 'plan',
  answer: null,
  thought: 'thought',
  replan: 'replan',
  evaluation: 'evaluation',
};

/** The stable head of a prompt: who it is for, what is asked, and in which form (R4.9). */
export function systemPrompt(prompts: Prompts, protocol: Protocol, contract: Contract, offer: Offer): string {
  const part = parts[contract];
  const rules = part ? prompts.byProtocol[protocol.name][part] : '';
  return [prompts.about, rules, protocol.teach(contract, prompts, offer)].filter(Boolean).join('\n');
}
