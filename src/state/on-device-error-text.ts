import type { ModelError } from '../domain/model-reply.ts';
import type { Words } from './words.svelte.ts';

const own = ['unknown_model', 'bad_request', 'context_length', 'server', 'stalled', 'unreachable'] as const;

/** What a fault of a model in the page means and what to do (R6.4); null where it is no other than an endpoint's. */
export function onDeviceErrorText({ code, detail }: ModelError, model: string, words: Words): string | null {
  const found = own.find((each) => each === code);
  return found ? words.say(`on_device.error_${found}`, { model, detail }).trim() : null;
}
