import { portBlockedByBrowsers } from '../../values/barred-port.ts';
import { errorMessageKeyPart, type ModelError, thinkingOnlyDetail } from '../../task/model-reply.ts';
import { isOnDevice, type Profile } from '../../records/profile.ts';
import type { App } from '../app/app.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { connectionsInUse } from '../session/key-missing.ts';
import { providerName } from '../settings/provider-name.ts';
import { durationText } from '../kit/time-text.ts';

type AskedModel = Pick<Profile, 'provider' | 'model'> & { base_url?: string };

/**
 * Returns what an error of a model connection means and what to do. It names the provider and the model that were
 * asked, whichever connection is in use now; neither if they are not recorded. If two are in use, it always names the
 * model. `answered` is true if a model has replied before, so that the connection need not be wrong; `early`, if there
 * is no plan yet whose steps could be changed; `isPast`, if nothing waits for it here any more.
 */
export function modelErrorText(
  app: Pick<App, 'dependencies' | 'profile' | 'profiles' | 'settings' | 'words'>,
  error: ModelError,
  {
    asked = error.asked,
    answered = false,
    early = false,
    isPast = false,
  }: { asked?: AskedModel | undefined; answered?: boolean; early?: boolean; isPast?: boolean } = {},
): string {
  const { code, detail } = error;
  const { dependencies, words } = app;
  const own = asked && isOnDevice(asked) ? onDeviceErrorText(error, asked.model, words) : null;
  if (own !== null) return own;
  const choice = dependencies.providers.find(({ id }) => id === asked?.provider);
  if (code === 'no_key' && asked === undefined) return words.t('error.no_connection');
  const inUse = connectionsInUse(app);
  const address = asked?.base_url ?? inUse.find((each) => isSameModel(each, asked))?.base_url ?? '';
  const here = asked && isOnDevice(asked) ? words.t('connection.on_device') : '';
  const name = providerName(choice, words.language) || address;
  const provider = name || here || words.t('error.some_provider');
  const model = asked ? words.t('error.model_named', { model: asked.model }) : words.t('error.some_model');
  const port = code === 'unreachable' ? portBlockedByBrowsers(address) : null;
  if (port !== null) return words.t('error.barred_port', { port });
  const wait = durationText(error.retry_after_ms ?? 0, words);
  const providerMessage = detail === '' || detail === thinkingOnlyDetail ? '' : words.t('error.said', { detail });
  const sentence = sentenceOf(error, answered, early);
  const key = isPast && ofOnePlace.has(sentence) ? `error.${sentence}_before` : `error.${sentence}`;
  const withProvider = (provider: string) =>
    words.tDynamic(key, { provider, model, wait, detail: providerMessage }).trim();
  const plain = withProvider(provider);
  const isUnclear = inUse.length > 1 && asked !== undefined && !plain.includes(model);
  const text = isUnclear ? withProvider(words.t('error.provider_with_model', { provider, model: asked.model })) : plain;
  return name !== '' && text.startsWith(name) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** True if a connection is of the provider and the model that were asked. */
export function isSameModel({ provider, model }: Profile, askedModel: AskedModel | undefined): boolean {
  return provider === askedModel?.provider && model === askedModel.model;
}

/** The errors whose messages name the menu of a step; while there is none, they have others. */
const aboutStep: ReadonlySet<string> = new Set(['bad_request', 'refused', 'moderated', 'context_length', 'too_large']);

/** The errors that only hold for the tab and the device in which they occurred. */
const ofOnePlace: ReadonlySet<string> = new Set(['no_key', 'locked']);

/** Returns the last part of the message key for an error; some have another message if more is known. */
function sentenceOf(error: ModelError, hasAnswered: boolean, early: boolean): string {
  const { code, detail, retry_after_ms } = error;
  if (code === 'empty' && detail === thinkingOnlyDetail) return 'only_thought';
  if (code === 'rate_limit' && (retry_after_ms ?? 0) > 0) return 'rate_limit_for';
  if (code === 'unreachable' && hasAnswered) return 'unreachable_now';
  const kind = errorMessageKeyPart(error);
  return early && aboutStep.has(kind) ? `${kind}_early` : kind;
}

const own = ['unknown_model', 'bad_request', 'context_length', 'server', 'stalled', 'unreachable'] as const;

/** Returns what an error of a model in the page means and what to do; null if it is the same as for an endpoint. */
function onDeviceErrorText({ code, detail }: ModelError, model: string, words: Translator): string | null {
  const onDeviceCode = own.find((each) => each === code);
  return onDeviceCode ? words.tDynamic(`on_device.error_${onDeviceCode}`, { model, detail }).trim() : null;
}
