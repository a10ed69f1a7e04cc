import type { ConnectionCause, ConnectionFinding } from '../../records/connection-finding.ts';
import type { Profile } from '../../records/profile.ts';
import type { Stores } from '../../ports/stores.ts';
import type { MessageKey } from '../../i18n/translate.ts';
import { hostOf } from './address-checks.ts';
import { providerName } from './provider-name.ts';
import type { ProviderChoice } from '../app/app-dependencies.ts';
import type { Translator } from '../app/translator.svelte.ts';

/** One thing to do: a sentence, and the commands to type for it. */
export interface RemedyStep {
  text: string;
  commands: string[];
}

/** A finding in the reader's language: `headline` is the result, `steps` is what to do about it. */
export interface ConnectionReport {
  works: boolean;
  /** The name of the tested provider. */
  provider: string;
  headline: string;
  steps: RemedyStep[];
  /** Causes that cannot be distinguished from within the page, and how a person can check each. */
  alike: { name: string; tell: RemedyStep[] }[];
  /** The endpoint's error message; may be empty. */
  said: string;
  /** A base URL to change to; null if there is none. */
  better: string | null;
  /** Similar models to choose from; `all` is the total number of models. */
  near: string[];
  all: number;
}

/** The tested connection. */
interface Tested {
  provider: string;
  baseUrl: string;
  host: string;
  model: string;
}

/** Returns a function that words the finding of a test of this provider. */
export function connectionFindingFormatter(
  finding: ConnectionFinding,
  { base_url, model }: Pick<Profile, 'base_url' | 'model'>,
  provider: ProviderChoice | undefined,
): (words: Translator) => ConnectionReport {
  const host = hostOf(base_url);
  return (words) => {
    const name = providerName(provider, words.language) || host;
    return connectionReport(finding, { provider: name, baseUrl: base_url, host, model }, words);
  };
}

/** Returns true if a test found the key refused, false if it was accepted, and undefined if it cannot tell. */
export function keyWasRefused(finding: ConnectionFinding): boolean | undefined {
  if (finding.ok) return false;
  const { code } = finding.cause;
  if (code === 'quota' || code === 'rate_limit' || code === 'model_missing') return false;
  return code === 'wrong_key' || undefined;
}

/**
 * Stores in the profile whether the test found its key refused, unless the profile's address was changed during the
 * test.
 */
export async function saveKeyTestResult(
  profiles: Stores['profiles'],
  { id, base_url, key_refused }: Profile,
): Promise<void> {
  const storedProfile = await profiles.get(id);
  if (storedProfile?.base_url === base_url && storedProfile.key_refused !== key_refused)
    await profiles.save({ ...storedProfile, key_refused });
}

type Failure = Extract<ConnectionFinding, { ok: false }>;

/** The finding of a connection test in words. */
export function connectionReport(
  finding: ConnectionFinding,
  tested: Tested,
  { t, tDynamic }: Translator,
): ConnectionReport {
  const { provider, model } = tested;
  if (finding.ok) {
    const { models, tools, streaming, api } = finding;
    const findingsText = [
      ...(models.length > 0 ? [t('doctor.found_models', { count: models.length })] : []),
      t(tools ? 'doctor.found_calls' : 'doctor.found_no_calls'),
      t(streaming ? 'doctor.found_streaming' : 'doctor.found_whole'),
    ].join(t('doctor.found_between'));
    const notes = [
      ...(isUnlisted(model, models) ? [t('doctor.note_unlisted', { model, provider })] : []),
      ...(models.length === 0 ? [t('doctor.note_no_list', { model, provider })] : []),
      ...(api ? [t('doctor.note_api', { api: t(`connection.api_${api}`) })] : []),
      ...(tools ? [] : [t('doctor.note_no_calls', { model })]),
      ...(streaming ? [] : [t('doctor.note_whole')]),
    ];
    return {
      works: true,
      provider,
      headline: t('doctor.works', { provider, found: findingsText }),
      steps: notes.map((text) => ({ text, commands: [] })),
      ...{ alike: [], said: '', better: null, near: [], all: models.length },
    };
  }
  const { cause, alike, models, near, detail, page } = finding;
  const params = { ...tested, model: model || 'MODEL', base: tested.baseUrl, page, ...paramsOf(cause) };
  const status = 'status' in cause && cause.status !== null ? String(cause.status) : '';
  return {
    works: false,
    provider,
    headline: tDynamic(`doctor.${nameOf(finding)}` satisfies MessageKey, params),
    steps: stepsOf(remedies(finding).map((key) => tDynamic(key, params))),
    alike: alike.map((code) => ({
      name: tDynamic(`doctor.maybe.${code}` satisfies MessageKey),
      tell: stepsOf([tDynamic(`doctor.tell.${code}` satisfies MessageKey, params)]),
    })),
    said: [status, detail].filter((part) => part !== '').join(' · '),
    better: 'better' in cause ? cause.better : null,
    near: asksForModel(cause) ? near : [],
    all: models.length,
  };
}

/** True if an endpoint lists models, but neither this one nor a longer name of it. */
function isUnlisted(model: string, models: readonly string[]): boolean {
  const isListed = (name: string) => name === model || name.endsWith(`/${model}`) || name.startsWith(`${model}:`);
  return model !== '' && models.length > 0 && !models.some(isListed);
}

function asksForModel({ code }: ConnectionCause): boolean {
  return code === 'unknown_model' || code === 'model_missing' || code === 'not_chat_model' || code === 'no_tools';
}

/** Returns the name that the cause has in message keys. */
function nameOf({ cause, server }: Failure) {
  if (cause.code === 'local_network') return `local_network_${cause.state}` as const;
  if (cause.code === 'header_refused' && cause.header === '') return 'header_refused_any';
  const keyless = server !== 'hosted' && server !== 'custom';
  return cause.code === 'unknown_model' && keyless ? 'unknown_model_local' : cause.code;
}

function paramsOf(cause: ConnectionCause): Record<string, string | number> {
  const seconds = cause.code === 'rate_limit' ? Math.ceil((cause.wait_ms ?? 0) / 1000) : 0;
  const texts = Object.entries(cause).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...Object.fromEntries(texts), seconds };
}

/** The messages that say what to do, the first thing first. */
function remedies({ cause, server, models }: Failure): MessageKey[] {
  switch (cause.code) {
    case 'no_cors':
    case 'nobody':
      return [`doctor.${cause.code}.fix.${server}`];
    case 'wrong_key':
      return [
        ...(cause.other === null ? [] : (['doctor.wrong_key.other'] as const)),
        ...(cause.better === null ? [] : (['doctor.wrong_key.better'] as const)),
        'doctor.wrong_key.fix',
      ];
    case 'unknown_model':
      return [
        ...(cause.nearest === null ? [] : (['doctor.unknown_model.nearest'] as const)),
        ...(server === 'ollama' ? (['doctor.unknown_model.ollama'] as const) : []),
        models.length > 0 ? 'doctor.unknown_model.fix' : 'doctor.unknown_model.unlisted',
      ];
    case 'rate_limit':
      return [cause.wait_ms === null ? 'doctor.rate_limit.fix' : 'doctor.rate_limit.wait'];
    case 'web_page':
    case 'wrong_path':
    case 'not_a_model':
    case 'redirect':
      return [cause.better === null ? `doctor.${cause.code}.fix` : 'doctor.better'];
    case 'local_network':
      return [`doctor.local_network_${cause.state}.fix`];
    case 'header_refused':
      return [cause.header === '' ? 'doctor.header_refused_any.fix' : 'doctor.header_refused.fix'];
    case 'answer_hidden':
    case 'barred_port':
    case 'context_length':
    case 'empty':
    case 'key_hidden':
    case 'key_missing':
    case 'key_odd':
    case 'loading':
    case 'mixed_content':
    case 'model_missing':
    case 'no_chat':
    case 'no_tools':
    case 'not_chat_model':
    case 'offline':
    case 'page_insecure':
    case 'part_missing':
    case 'quota':
    case 'refused':
    case 'server':
    case 'silent':
    case 'slow':
    case 'stopped':
    case 'truncated':
      return [`doctor.${cause.code}.fix`];
  }
}

function stepsOf(texts: readonly string[]): RemedyStep[] {
  const steps: RemedyStep[] = [];
  for (const line of texts.flatMap((text) => text.split('\n')))
    if (line.startsWith('$ ')) steps.at(-1)?.commands.push(line.slice(2));
    else steps.push({ text: line, commands: [] });
  return steps;
}
