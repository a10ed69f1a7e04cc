import type { Transaction } from 'dexie';
import { Fence } from '../domain/fence.ts';
import { TakenOver } from '../ports/journal.ts';
import type { RowReader } from './row-reader.ts';

/**
 * Checked at the head of each transaction (R12.3). Without an epoch the session is taken over, and the new epoch
 * returned; with one that another journal has passed, it throws `TakenOver`.
 */
export async function passFence(
  transaction: Transaction,
  reader: RowReader,
  sessionId: string,
  epoch: number | null,
): Promise<number> {
  const fences = transaction.table<Fence, string>('fences');
  const stored: unknown = await fences.get(sessionId);
  const present = reader.one(fences, Fence, stored)?.epoch ?? (stored === undefined ? 0 : null);
  if (epoch !== null) {
    if (present !== epoch) throw new TakenOver(sessionId);
    return epoch;
  }
  const raised = (present ?? Date.now()) + 1;
  await fences.put({ session_id: sessionId, epoch: raised });
  return raised;
}
