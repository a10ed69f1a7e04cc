import type { ExamEstimate } from '../domain/exam-progress.ts';
import type { Usage } from '../domain/model-reply.ts';
import { isOnDevice, type Profile } from '../domain/profile.ts';
import { expected, mostReplies } from './expected.ts';

/** Milliseconds that a reply takes, from … to: of an endpoint, and of a model in the page. */
const usual = [1500, 8000] as const;
const usualHere = [10_000, 60_000] as const;

/** What an exam of a connection's model will take; an earlier exam tells how long its replies are waited for. */
export async function estimate(
  profile: Profile,
  price: (usage: Usage) => Promise<number | null>,
): Promise<ExamEstimate> {
  const { replies, tokens } = expected;
  const before = profile.exam?.reply_ms ?? 0;
  const [from, to] = before > 0 ? [before, 2 * before] : isOnDevice(profile) ? usualHere : usual;
  return {
    replies,
    most_replies: mostReplies,
    tokens,
    cost: isOnDevice(profile) ? 0 : await price({ ...tokens, estimated: true }),
    ms: [from * replies, to * replies],
  };
}
