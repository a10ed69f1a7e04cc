import type { ModelOutcome } from '../../../src/ports/language-model.ts';
import { ChunkAssembly } from '../../../src/model/endpoint/chunk-assembly.ts';
import type { ReplyContext } from '../../../src/model/endpoint/calls-in-text.ts';
import { CallTimeouts } from '../../../src/model/endpoint/call-timeouts.ts';
import { readReply } from '../../../src/model/endpoint/read-reply.ts';

/** What a reply is read with, where nothing was said before it. */
export function heard(offered: readonly string[] = [], firstCallNumber = 1): ReplyContext {
  return { firstCallNumber, offered: offered.map((name) => ({ name })), isForeign: () => false };
}

/**
 * Reads a body that arrives in these pieces and then ends, or breaks off; the same code that reads one from the
 * network.
 */
export async function readBytes(
  pieces: readonly Uint8Array[],
  end: 'closed' | 'lost' = 'closed',
  offered: readonly string[] = [],
): Promise<ModelOutcome> {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces[next];
      next += 1;
      if (piece) controller.enqueue(piece);
      else if (end === 'closed') controller.close();
      else controller.error(new TypeError('network error'));
    },
  });
  const limits = { first: 5000, idle: 5000, total: 5000 };
  const guard = new CallTimeouts(new AbortController().signal, limits);
  try {
    return await readReply(new Response(body), {
      guard,
      limits,
      key: null,
      source: '',
      assembly: new ChunkAssembly(heard(offered)),
      estimate: (output) => ({ input: 0, output, estimated: true }),
      onText: () => undefined,
      onWait: () => undefined,
    });
  } finally {
    guard.close();
  }
}
