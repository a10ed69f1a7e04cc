/** What one answer, or one stream of events, may bring in bytes; what goes on without end is broken off. */
const most = 50_000_000;

/** The same answer, whose body fails where it becomes longer than any server has to say. */
export function boundedAnswer(answer: Response): Response {
  if (!answer.body || answer.status < 200) return answer;
  let left = most;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      left -= bytes.length;
      if (left < 0) controller.error(new TypeError('The answer is too long.'));
      else controller.enqueue(bytes);
    },
  });
  return new Response(answer.body.pipeThrough(counted), answer);
}
