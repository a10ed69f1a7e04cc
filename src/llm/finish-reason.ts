import type { ModelReply } from '../domain/model-reply.ts';

/** `broken`: the endpoint gave up; `cut`: the reply has no proper end. */
export type FinishReason = Exclude<ModelReply['finish'], 'calls'> | 'broken' | 'cut';

const table: Record<string, FinishReason> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'filter',
  content_filtered: 'filter',
  safety: 'filter',
  refusal: 'filter',
  recitation: 'filter',
  prohibited_content: 'filter',
  blocklist: 'filter',
  sensitive: 'filter',
  error: 'broken',
  network_error: 'broken',
  insufficient_system_resource: 'broken',
  abort: 'cut',
  aborted: 'cut',
  cancelled: 'cut',
};

/** The endpoint's word for how a reply ended, in ours; unknown words mean a proper end, absent ones none (F2). */
export function finishReason(word: unknown): FinishReason | null {
  if (typeof word !== 'string' || word === '') return null;
  return table[word.toLowerCase()] ?? 'stop';
}
