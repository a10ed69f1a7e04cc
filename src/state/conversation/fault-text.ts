import { barredPort } from '../../domain/address/barred-port.ts';
import { type ModelError, onlyThought } from '../../domain/model/model-reply.ts';
import { isOnDevice } from '../../domain/model/profile.ts';
import type { App } from '../app/app.svelte.ts';
import type { Words } from '../app/words.svelte.ts';

/** What an error of a model connection means and what to do (R6.4); of the connection in use where none is named. */
export function faultText({ dependencies, profile: inUse, words }: App, error: ModelError, profile = inUse): string {
  const { code, detail } = error;
  const model = profile?.model ?? '';
  const own = profile && isOnDevice(profile) ? onDeviceErrorText(error, model, words) : null;
  if (own !== null) return own;
  const choice = dependencies.providers.find(({ id }) => id === profile?.provider);
  if (code === 'no_key' && !choice?.needsKey) return words.t('error.no_connection');
  const provider = choice?.name || profile?.base_url || words.t('connection.on_device');
  const port = code === 'unreachable' ? barredPort(profile?.base_url ?? '') : null;
  if (port !== null) return words.t('error.barred_port', { port });
  if (code === 'empty' && detail === onlyThought) return words.t('error.only_thought', { model });
  return words.say(`error.${code}`, { provider, model, detail });
}

const own = ['unknown_model', 'bad_request', 'context_length', 'server', 'stalled', 'unreachable'] as const;

/** What an error of a model in the page means and what to do (R6.4); null where it is the same as for an endpoint. */
function onDeviceErrorText({ code, detail }: ModelError, model: string, words: Words): string | null {
  const found = own.find((each) => each === code);
  return found ? words.say(`on_device.error_${found}`, { model, detail }).trim() : null;
}
