import * as z from 'zod/mini';
import { ExamReport } from './exam-report.ts';
import { ProtocolName } from '../task/protocol-name.ts';
import { KeyPlace, type Settings } from './settings.ts';
import type { CallPurpose } from '../task/journal.ts';

/** The API over which a model is asked: chat completions, OpenAI's Responses, or Anthropic's Messages. */
export const ApiName = z.enum(['chat', 'responses', 'messages']);
export type ApiName = z.infer<typeof ApiName>;

/** How long a model may think before it answers. */
export const Effort = z.enum(['quick', 'normal', 'thorough']);
export type Effort = z.infer<typeof Effort>;

/** A model connection without its key, which the secret store holds under the profile's id and base URL. */
export const Profile = z.object({
  id: z.string(),
  /** The person's name for it; absent: it is shown by its provider and model. */
  name: z.optional(z.string()),
  provider: z.string(),
  base_url: z.string(),
  model: z.string(),
  /** The API that its endpoint speaks; absent: its provider's own, else chat completions. */
  api: z.catch(z.optional(ApiName), undefined),
  /** Absent: normal. */
  effort: z.catch(z.optional(Effort), undefined),
  /** The protocol the endpoint was found to support; absent until it refused one. */
  protocol: z.optional(ProtocolName),
  /** The person chose to keep that protocol: only a refusal changes it. */
  protocol_stays: z.optional(z.boolean()),
  /** Whether the model takes images; absent until a refusal or an exam has told. */
  sees: z.optional(z.boolean()),
  /** The parts of a request that the endpoint was found to refuse or to miss. */
  refuses: z.optional(z.array(z.string())),
  /** How much text the model takes in one request, in estimated tokens, as was found out; absent until it was too much. */
  room: z.optional(z.number()),
  key_place: KeyPlace,
  /** The result of the model's last exam; one in an unknown format is dropped. */
  exam: z.catch(z.optional(ExamReport), undefined),
});
export type Profile = z.infer<typeof Profile>;

/** Whether the model runs in the page: `model` is its file, and there is neither address nor key. */
export function isOnDevice({ provider }: Pick<Profile, 'provider'>): boolean {
  return provider === 'on_device';
}

/** The origin of the model's endpoint; empty where the base URL is none. */
export function endpointSite({ base_url }: Pick<Profile, 'base_url'>): string {
  const address = base_url.trim();
  return URL.canParse(address) ? new URL(address).origin : '';
}

const ofThoughts: ReadonlySet<CallPurpose> = new Set<CallPurpose>(['thought', 'evaluation']);

/** The id of the connection for this kind of call: thoughts may have their own; null where none is set. */
export function profileFor(
  purpose: CallPurpose,
  { profile, thought_profile }: Pick<Settings, 'profile' | 'thought_profile'>,
): string | null {
  return profile !== 'demo' && ofThoughts.has(purpose) ? (thought_profile ?? profile) : profile;
}
