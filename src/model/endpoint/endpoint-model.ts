import type { ApiName, Profile } from '../../records/profile.ts';
import type { LanguageModel, ModelOutcome, ModelRequest } from '../../ports/language-model.ts';
import { sendToEndpoint, endpointConnection, AppPartLoadError } from './endpoint-connection.ts';
import { CallTimeouts, failedCallOutcome } from './call-timeouts.ts';
import { readReply, type ReadReplyOptions } from './read-reply.ts';
import { redactKeys } from './model-error.ts';
import { replyWithoutKeys, KeyStripper, type KeyRedactor, createKeyRedactor } from './key-stripper.ts';
import type { ModelApi, BackgroundCall, ReplyAssembly } from './api.ts';
import { quotationChecker } from './quotations.ts';
import { loadApi } from './load-api.ts';
import { imagesError, knownRefusedRequestParts, type RefusablePart, refusedPart } from './refusable.ts';
import type { PendingReply, ModelError, ModelReply, Usage } from '../../task/model-reply.ts';
import { estimatedTokens } from '../../values/estimated-tokens.ts';
import { imageTokens } from '../../records/image-facts.ts';
import { imageFactsOfUrl } from '../../records/shown-image.ts';
import { providers } from '../providers.ts';
import { isToolSchemaError, rejectedToolNames } from './tool-schemas.ts';

/**
 * Time limits in milliseconds: ten minutes until the first words (a local server may have to load the model), then 90
 * seconds between payloads.
 */
const usual = { first: 600_000, idle: 90_000 };
/** The first pause before a reply in background mode is picked up after a cut, in milliseconds. */
const againMs = 250;
/** The time limit of a cancellation, in milliseconds. */
const cancelMs = 10_000;
/** The total time limit of an answer that has begun, in milliseconds. */
const answerMs = 1_800_000;

export interface EndpointOptions {
  profile: Profile;
  key: string | null;
  fetch?: typeof fetch;
  /** Removes the key from the endpoint's texts, for callers that do not have the key themselves. */
  cleaner?: KeyRedactor;
  limits?: Partial<BackgroundCall['limits']>;
  /** Receives all parts that the endpoint is known to refuse, whenever another one is found. */
  onRefused?: (parts: RefusablePart[]) => void;
}

/**
 * A model behind an OpenAI-compatible endpoint. Asks for a stream. If the endpoint names a part of the request that it
 * refuses (streaming, usage, a forced call, …), the request is sent again, once for each part, and from then on without
 * it or with a replacement. Parts that the provider or the profile is known to refuse are left out from the start. If
 * the endpoint refuses the schema of a tool, all schemas are simplified, and a tool that is still refused is left out.
 * In background mode the endpoint keeps the replies, so that a cut one is picked up.
 */
export function endpointModel(options: EndpointOptions): LanguageModel {
  const { profile, key } = options;
  const { first = usual.first, idle = usual.idle, total = first + answerMs } = options.limits ?? {};
  const limits: BackgroundCall['limits'] = { first, idle, total, again: options.limits?.again ?? againMs };
  const { effort = 'normal' } = profile;
  const refusedParts = new Set<RefusablePart>(knownRefusedRequestParts(profile));
  /** The names of tools that the endpoint does not accept in any form. */
  const unfit = new Set<string>();
  const connection = endpointConnection(options);
  const { cleaner = createKeyRedactor(key) } = options;

  /** The source of this model's replies and reasoning, which may be sent back only there. */
  const sourceOf = ({ name }: ModelApi) => JSON.stringify([name, profile.base_url, profile.model]);

  /** Sends one request and reads the response; without a body it is a GET. */
  const exchange = async (
    api: Pick<ModelApi, 'path' | 'keyHeader' | 'headers'>,
    body: object | null,
    guard: CallTimeouts,
    reading: Omit<ReadReplyOptions, 'guard' | 'limits' | 'key'>,
  ): Promise<ModelOutcome> => {
    guard.arm(limits.first);
    reading.onWait({ said: false, limit_ms: limits.first });
    try {
      const response = await guard.race(sendToEndpoint(connection, api, body, guard.signal));
      return await readReply(response, { guard, limits, key, ...reading });
    } catch (error) {
      if (error instanceof AppPartLoadError && !guard.cause) return failedCallOutcome('part_missing');
      const failedCall = failedCallOutcome(
        guard.cause ?? 'unreachable',
        guard.cause ? '' : redactKeys(reason(error), key).slice(0, 300),
      );
      const isStopped = guard.cause === 'aborted' && body !== null;
      return isStopped ? { ok: false, error: { ...failedCall.error, usage: reading.estimate(0) } } : failedCall;
    }
  };

  const cancel = async (pending: PendingReply): Promise<void> => {
    const api = await loadApi(apiForConnection(profile, refusedParts)).catch(() => null);
    const path = api && pending.from === sourceOf(api) ? api.background?.cancelPath(pending) : null;
    if (!api || !path) return;
    const late = AbortSignal.timeout(cancelMs);
    await sendToEndpoint(connection, { ...api, path }, {}, late).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
  };

  const attempt = async (
    api: ModelApi,
    request: ModelRequest,
    without: ReadonlySet<RefusablePart>,
    guard: CallTimeouts,
    { signal, pending = null, onPending, ...tell }: AttemptOptions,
  ): Promise<ModelOutcome> => {
    const source = sourceOf(api);
    const inBackground = without.has('background') ? undefined : api.background;
    const background = inBackground !== undefined;
    const body = api.body(request, { model: profile.model, source, effort, refused: without, background });
    const firstCallNumber =
      1 + request.messages.reduce((sum, each) => sum + (each.role === 'assistant' ? each.calls.length : 0), 0);
    const context = {
      firstCallNumber,
      offered: request.tools.length > 0 ? request.tools : (request.described ?? []),
      isStep: request.purpose === 'thought',
      isForeign: quotationChecker(request.messages),
    };
    const estimate = (output: number) => ({ ...estimatedUsage(request, body, { text: '', calls: [] }), output });
    const reading = (assembly: ReplyAssembly) => ({ source, assembly, estimate, ...tell });
    const outcome =
      inBackground && onPending
        ? await inBackground.reply({
            ...{ body, source, context, limits, signal, pending, onPending, cancel },
            isClean: (text) => redactKeys(text, key) === text,
            exchange: (path, requestBody, assembly, its) =>
              exchange({ ...api, path }, requestBody, its, reading(assembly)),
          })
        : await exchange(api, body, guard, reading(api.assembly(context)));
    if (!outcome.ok) return outcome;
    const { reply } = outcome;
    const clean = key === null ? reply : await replyWithoutKeys(reply, cleaner);
    return { ok: true, reply: { ...clean, usage: reply.usage ?? estimatedUsage(request, body, reply) } };
  };

  return {
    ...(profile.background && { cancel }),
    async reply(request, { signal, onText, onWait = () => undefined, pending, onPending }) {
      if (key === null && connection.needsKey) return failedCallOutcome('no_key');
      const guard = new CallTimeouts(signal, limits);
      try {
        let streamedLength = 0;
        const text = key === null || !onText ? null : new KeyStripper(cleaner, onText);
        const say = (piece: string) => {
          streamedLength += piece.length;
          if (text) text.add(piece);
          else onText?.(piece);
        };
        const omittedToolNames: string[] = [];
        let unthinking = false;
        /**
         * True if the latest attempt showed that the server lacks the API. This is reported only once another API
         * answers.
         */
        let missed = false;
        for (;;) {
          const without = new Set(refusedParts);
          if (effort === 'normal') without.add('effort');
          if (!profile.background || !onPending) without.add('background');
          const fitting = { ...request, tools: request.tools.filter(({ name }) => !unfit.has(name)) };
          const api = await loadApi(apiForConnection(profile, without)).catch(() => null);
          if (api === null) return failedCallOutcome('part_missing');
          const outcome = await attempt(api, fitting, without, guard, {
            ...{ signal, onText: say, onWait, pending: pending ?? null },
            ...(onPending && { onPending }),
          });
          await text?.end();
          if (!outcome.ok && streamedLength === 0 && hasImages(request)) {
            const code = imagesError(outcome.error);
            if (code) return { ok: false, error: { ...outcome.error, code } };
          }
          if (key === null && !outcome.ok && outcome.error.code === 'auth')
            return { ok: false, error: { ...outcome.error, code: 'no_key' } };
          if (outcome.ok && missed) options.onRefused?.([...refusedParts]);
          if (outcome.ok || streamedLength > 0)
            return {
              ...outcome,
              ...(omittedToolNames.length > 0 && { unfit: omittedToolNames }),
              ...(outcome.ok && unthinking && { unthinking }),
            };
          const isOfTools = fitting.tools.length > 0 && isToolSchemaError(outcome.error.status, outcome.error.detail);
          if (isOfTools && without.has('tool_schemas')) {
            const rejectedNames = rejectedToolNames(outcome.error, fitting.tools);
            if (rejectedNames.length === 0) return outcome;
            omittedToolNames.push(...rejectedNames);
            for (const name of rejectedNames) unfit.add(name);
            continue;
          }
          missed = isMissing(api, outcome.error);
          const part = missed
            ? 'native_api'
            : isOfTools
              ? 'tool_schemas'
              : refusedPart(outcome.error, without, api.signs);
          if (part === null) return outcome;
          refusedParts.add(part);
          unthinking ||= part === 'reasoning';
          if (!missed) options.onRefused?.([...refusedParts]);
        }
      } finally {
        guard.close();
      }
    },
  };
}

type AttemptOptions = Pick<ReadReplyOptions, 'onText' | 'onWait'> &
  Pick<Parameters<LanguageModel['reply']>[1], 'signal' | 'pending' | 'onPending'>;

/**
 * Returns the API to use for a connection: `chat` (chat completions) if the server has rejected its native API;
 * otherwise the API stored in the connection; otherwise that of the provider, if the connection uses the provider's own
 * address; otherwise `chat`.
 */
export function apiForConnection(
  { api, provider, base_url }: Profile,
  refusedParts: ReadonlySet<RefusablePart>,
): ApiName {
  if (refusedParts.has('native_api')) return 'chat';
  const preset = providers.find((each) => each.id === provider && each.baseUrl === base_url.trim().replace(/\/+$/, ''));
  return api ?? preset?.api ?? 'chat';
}

/**
 * True if the server does not offer this API: it does not know the address (404), or does not accept the method there
 * (405).
 */
function isMissing({ name }: ModelApi, { code, status }: ModelError): boolean {
  return name !== 'chat' && (status === 404 || status === 405) && code !== 'unknown_model';
}

/** Returns the browser's message, from the innermost cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.cause instanceof Error ? reason(error.cause) : error.message;
}

const hasImages = ({ messages }: ModelRequest) =>
  messages.some((message) => message.role === 'user' && message.images?.length);

/** The model in use while a profile's key is encrypted and locked. */
export const lockedKeyModel: LanguageModel = { reply: async () => failedCallOutcome('locked') };

/** Returns a rough usage for endpoints that report none. */
export function estimatedUsage(
  { messages }: Pick<ModelRequest, 'messages'>,
  body: unknown,
  reply: Pick<ModelReply, 'text' | 'calls'>,
): Usage {
  const images = messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []));
  const imageTokenSum = images.reduce(
    (sum, { url }) => sum + imageTokens(imageFactsOfUrl(url) ?? { width: 0, height: 0 }),
    0,
  );
  const text = JSON.stringify(body).replaceAll(/data:image\/\w+;base64,[\w+/=]+/g, '');
  const replyTextAndCalls = reply.text + reply.calls.map((call) => call.name + call.arguments).join('');
  return { input: estimatedTokens(text) + imageTokenSum, output: estimatedTokens(replyTextAndCalls), estimated: true };
}
