import { Dexie, type Transaction } from 'dexie';
import type { JournalEntry } from '../domain/journal.ts';
import type { Session } from '../domain/session.ts';
import { nothingUsed, withCall } from '../domain/usage-totals.ts';

/** Until version 4 a session did not know what its model calls had used: it is counted from its record. */
export async function countUsage(transaction: Transaction): Promise<void> {
  const journal = transaction.table<JournalEntry, [string, number]>('journal');
  const sessions = transaction.table<Session, string>('sessions');
  for (const session of await sessions.toArray()) {
    const ofReplies = [session.id, 'model_reply'];
    const replies = await journal
      .where('[session_id+body.type+seq]')
      .between([...ofReplies, Dexie.minKey], [...ofReplies, Dexie.maxKey])
      .toArray();
    const used = replies.reduce(
      (totals, { body }) => (body.type === 'model_reply' ? withCall(totals, body.reply.usage) : totals),
      nothingUsed,
    );
    if (used.calls > 0) await sessions.put({ ...session, used });
  }
}
