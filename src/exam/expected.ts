/** Replies after which a task is lost, and after which an exam sets no task again. */
export const mostRepliesOfTask = 4;
export const mostReplies = 60;

/** What a model that passes every task at once needs. */
export const expected = { replies: 16, tokens: { input: 9000, output: 700 } };
