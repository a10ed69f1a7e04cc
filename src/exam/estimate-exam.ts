import type { ModelExamEstimate } from '../records/exam-progress.ts';
import type { Usage } from '../task/model-reply.ts';
import { isOnDevice, type Profile } from '../records/profile.ts';

/** The number of model replies after which a task of the exam counts as failed. */
export const maxRepliesPerExamTask = 4;
/**
 * The most model replies that a whole exam requests. Each task gets at most what is left of them; once they are used
 * up, no failed task is repeated with other settings.
 */
export const maxExamReplies = 60;

/** The replies and tokens of a model that passes every task at the first try. */
export const expectedExamUsage = { replies: 17, tokens: { input: 10_000, output: 750 } };

/** The minimum and maximum duration of a reply in milliseconds: from an endpoint, and from a model in the page. */
const usual = [1500, 8000] as const;
const usualHere = [10_000, 60_000] as const;

/** The estimated effort of an exam for a connection's model; an earlier exam provides the duration of its replies. */
export async function estimateExam(
  profile: Profile,
  price: (usage: Usage) => Promise<number | null>,
): Promise<ModelExamEstimate> {
  const { replies, tokens } = expectedExamUsage;
  const before = profile.exam?.reply_ms ?? 0;
  const [from, to] = before > 0 ? [before, 2 * before] : isOnDevice(profile) ? usualHere : usual;
  return {
    replies,
    most_replies: maxExamReplies,
    tokens,
    cost: isOnDevice(profile) ? 0 : await price({ ...tokens, estimated: true }),
    ms: [from * replies, to * replies],
  };
}
