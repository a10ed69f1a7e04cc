import * as z from 'zod/mini';
import { ExamReport } from '../exam/exam-report.ts';
import { ProtocolName } from './protocol-name.ts';
import { KeyPlace, type Settings } from '../settings/settings.ts';
import type { CallPurpose } from '../record/journal.ts';

/** A model connection, without its key: the key lives in the vault under the profile's id and base URL (R13.1). */
export const Profile = z.object({
  id: z.string(),
  /** What the person calls it; absent: it goes by its provider and model. */
  name: z.optional(z.string()),
  provider: z.string(),
  base_url: z.string(),
  model: z.string(),
  /** What the endpoint was found to understand (R4.7); absent until it refused something. */
  protocol: z.optional(ProtocolName),
  /** The person chose to stay with that protocol: only a refusal changes it. */
  protocol_stays: z.optional(z.boolean()),
  key_place: KeyPlace,
  /** What the last exam of the model found; one in a form that is not known here counts as none. */
  exam: z.catch(z.optional(ExamReport), undefined),
});
export type Profile = z.infer<typeof Profile>;

/** A model that runs in the page: `model` is its file, and there is neither address nor key (R11.4b). */
export function isOnDevice({ provider }: Pick<Profile, 'provider'>): boolean {
  return provider === 'on_device';
}

const ofThoughts: ReadonlySet<CallPurpose> = new Set<CallPurpose>(['thought', 'evaluation']);

/** The id of the connection that this kind of call goes to: thoughts may have one of their own (R11.1); null without any. */
export function profileFor(
  purpose: CallPurpose,
  { profile, thought_profile }: Pick<Settings, 'profile' | 'thought_profile'>,
): string | null {
  return profile !== 'demo' && ofThoughts.has(purpose) ? (thought_profile ?? profile) : profile;
}
