import type { ModelError } from '../domain/model-reply.ts';
import { isOnDevice } from '../domain/profile.ts';
import type { App } from './app.svelte.ts';
import { onDeviceErrorText } from './on-device-error-text.ts';

/** What a fault of a model connection, the one in use if none is named, means and what to do (R6.4). */
export function faultText({ dependencies, profile: inUse, words }: App, error: ModelError, profile = inUse): string {
  const { code, detail } = error;
  const model = profile?.model ?? '';
  const own = profile && isOnDevice(profile) ? onDeviceErrorText(error, model, words) : null;
  if (own !== null) return own;
  const choice = dependencies.providers.find(({ id }) => id === profile?.provider);
  if (code === 'no_key' && !choice?.needsKey) return words.t('error.no_connection');
  const provider = choice?.name || profile?.base_url || words.t('connection.on_device');
  return words.say(`error.${code}`, { provider, model, detail });
}
