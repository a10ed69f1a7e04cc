import * as z from 'zod/mini';
import { ModelExamReport } from './exam-report.ts';
import { ProtocolName } from '../task/protocol-name.ts';
import { ApiKeyStoragePlace, type Settings } from './settings.ts';
import type { CallPurpose } from '../task/journal.ts';

/** The API of a model: chat completions, OpenAI's Responses, or Anthropic's Messages. */
export const ApiName = z.enum(['chat', 'responses', 'messages']);
export type ApiName = z.infer<typeof ApiName>;

/** How long a model may think before it answers. */
export const ReasoningEffort = z.enum(['quick', 'normal', 'thorough']);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

/** A model connection without its key, which the secret store holds under the profile's id and base URL. */
export const Profile = z.object({
  id: z.string(),
  /** The person's name for the connection; if absent, provider and model are shown. */
  name: z.optional(z.string()),
  provider: z.string(),
  base_url: z.string(),
  model: z.string(),
  /** The API of the endpoint; if absent, the provider's own, otherwise chat completions. */
  api: z.catch(z.optional(ApiName), undefined),
  /** The reasoning effort; if absent, normal. */
  effort: z.catch(z.optional(ReasoningEffort), undefined),
  /**
   * True if the endpoint writes and keeps its replies whether or not they are read, so that they can be picked up; only
   * over Responses.
   */
  background: z.optional(z.boolean()),
  /** The protocol that the endpoint was found to support; absent until it refused one. */
  protocol: z.optional(ProtocolName),
  /** True if the person chose to keep the protocol in `protocol`: only a refusal by the endpoint changes it. */
  protocol_stays: z.optional(z.boolean()),
  /** True if the model accepts images; absent until a refusal or an exam has shown it. */
  sees: z.optional(z.boolean()),
  /** The parts of a request that the endpoint was found to refuse or to require. */
  refuses: z.optional(z.array(z.string())),
  /**
   * The largest request that the model was found to accept, in estimated tokens; absent until a request was too long.
   */
  room: z.optional(z.number()),
  key_place: ApiKeyStoragePlace,
  /** True if the connection was last saved with a key; absent otherwise, and in older rows. */
  with_key: z.optional(z.boolean()),
  /** True if the endpoint refused the stored key in the last test or call; absent otherwise. */
  key_refused: z.optional(z.boolean()),
  /** The result of the model's last exam; a report in an unknown format is dropped. */
  exam: z.catch(z.optional(ModelExamReport), undefined),
});
export type Profile = z.infer<typeof Profile>;

/** True if the model runs in the page: `model` is its file, and there is neither address nor key. */
export function isOnDevice({ provider }: Pick<Profile, 'provider'>): boolean {
  return provider === 'on_device';
}

/** The origin of the model's endpoint; empty if the base URL is invalid. */
export function endpointSite({ base_url }: Pick<Profile, 'base_url'>): string {
  const address = base_url.trim();
  return URL.canParse(address) ? new URL(address).origin : '';
}

const ofThoughts: ReadonlySet<CallPurpose> = new Set<CallPurpose>(['thought', 'evaluation']);

/** The id of the connection for this kind of call, since thoughts may have their own; null if none is set. */
export function profileIdFor(
  purpose: CallPurpose,
  { profile, thought_profile }: Pick<Settings, 'profile' | 'thought_profile'>,
): string | null {
  return profile !== 'demo' && ofThoughts.has(purpose) ? (thought_profile ?? profile) : profile;
}
