import { expect, test } from 'vitest';
import { protocolNamed } from '../../src/protocols/protocol-named.ts';
import type { ModelReply } from '../../src/task/model-reply.ts';
import { independentReading } from '../unit/model/independent-reader.ts';
import { whereShared } from '../fixtures/shared-data.ts';
import { recordedReplies } from '../unit/model/recorded-replies.ts';

/** Replies without calls that real models have given. */
const spoken = recordedReplies.flatMap((recording): { id: string; reply: ModelReply }[] => {
  const { error, text, calls } = independentReading(recording);
  if (error !== null || calls.length > 0 || text.trim() === '') return [];
  return [{ id: recording.id, reply: { text, calls: [], finish: 'stop', usage: null } }];
});
const offer = { tools: [], open: true, onlyClosing: false };

whereShared('cassettes/cassettes.jsonl', 'R4.3 what real models have said', () => {
  test('R4.3 what real models have said in prose is never read as an act, a plan or a revision', () => {
    expect(recordedReplies.length).toBeGreaterThanOrEqual(268);
    expect(spoken.length).toBeGreaterThan(100);
    const tools = protocolNamed('tools');
    for (const { id, reply } of spoken) {
      const thought = tools.readThought(reply, { turns: [], description: 'Say what there is to say' });
      expect(['done', 'ask', 'invalid'], `${id}: ${reply.text}`).toContain(thought.kind);
      const check = tools.readReplan(reply, [], offer);
      expect(['unchanged', 'ask', 'invalid'], `${id}: ${reply.text}`).toContain(check.kind);
      const close = tools.readReplan(reply, [], { ...offer, open: false });
      expect(['done', 'ask', 'invalid'], `${id}: ${reply.text}`).toContain(close.kind);
    }
  });
});
