import type { ModelReply } from './model-reply.ts';
import { isRecord } from '../values/json.ts';

/**
 * Returns the summary of a reply's thinking that its vendor gave, in reasoning items (Responses) and thinking blocks
 * (Messages), without marks of bold text; empty if there is none. Raw reasoning is left out.
 */
export function thinkingSummary({ reasoning }: Pick<ModelReply, 'reasoning'>): string {
  const texts = (reasoning?.parts ?? []).flatMap((part) => {
    if (!isRecord(part)) return [];
    if (part.type === 'thinking') return [part.thinking];
    const summary = part.type === 'reasoning' && Array.isArray(part.summary) ? part.summary : [];
    return summary.filter(isRecord).map(({ text }) => text);
  });
  const summaryTexts = texts.filter((text) => typeof text === 'string' && text.trim() !== '');
  return summaryTexts.join('\n\n').replaceAll('**', '');
}
