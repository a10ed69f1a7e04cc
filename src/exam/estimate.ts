import type { ExamEstimate } from '../domain/exam/exam-progress.ts';
import type { Usage } from '../domain/model/model-reply.ts';
import { isOnDevice, type Profile } from '../domain/model/profile.ts';

/** Replies after which a task is lost, and after which an exam sets no task again. */
export const mostRepliesOfTask = 4;
export const mostReplies = 60;

/** What a model that passes every task at once needs. */
export const expected = { replies: 16, tokens: { input: 9000, output: 700 } };

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
