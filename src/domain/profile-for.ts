import type { CallPurpose } from './journal.ts';
import type { Settings } from './settings.ts';

const ofThoughts: ReadonlySet<CallPurpose> = new Set<CallPurpose>(['thought', 'evaluation']);

/** The id of the connection that this kind of call goes to: thoughts may have one of their own (R11.1); null without any. */
export function profileFor(
  purpose: CallPurpose,
  { profile, thought_profile }: Pick<Settings, 'profile' | 'thought_profile'>,
): string | null {
  return profile !== 'demo' && ofThoughts.has(purpose) ? (thought_profile ?? profile) : profile;
}
