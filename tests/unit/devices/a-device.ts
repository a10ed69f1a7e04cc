import { onTestFinished } from 'vitest';
import { DeviceSync } from '../../../src/devices/device-sync.ts';
import { createSpace, createSpaceEncryption, spaceDocumentName } from '../../../src/devices/space.ts';
import type { NewJournalEntry } from '../../../src/task/journal.ts';
import type { Todo } from '../../../src/records/todo.ts';
import type { Session } from '../../../src/task/session.ts';
import type { SyncState } from '../../../src/ports/devices.ts';
import { openLocalReplica } from '../../../src/storage/devices/local-replica.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import type { ReplicaStore } from '../../../src/ports/replica-store.ts';
import type { CairnDatabase } from '../../../src/storage/database.ts';
import type { MemoryReplica } from '../../fakes/memory-replica.ts';
import { openDatabase } from '../storage/open-database.ts';

let ids = 0;

export const at = '2026-01-01T10:00:00.000Z';

/** A space on this server; its secret opens it. */
export async function makeSpace(replica: MemoryReplica): Promise<{ id: string; secret: string }> {
  const { document, secret } = await createSpace('correct horse battery staple');
  await replica.move(spaceDocumentName, JSON.stringify(document), null);
  return { id: document.id, secret };
}

/**
 * One device of the person: a database of its own (or that of a page which ended), and its exchange with the server.
 */
export async function aDevice(
  replica: ReplicaStore,
  space: { id: string; secret: string },
  name: string,
  {
    now = () => Date.parse(at),
    database = openDatabase().database,
    waits = () => new Promise((resolve) => setImmediate(resolve)),
  }: { now?: () => number; database?: CairnDatabase; waits?: (ms: number) => Promise<void> } = {},
) {
  await database.open();
  const keys = await createSpaceEncryption(space.secret);
  const log = openLocalReplica({ database, device: name, now, digest: (text) => keys.digest(text) });
  const branched: string[] = [];
  const sync = new DeviceSync({
    ...{ store: replica, keys, log, space: space.id, device: { id: name, name } },
    newId: (prefix) => `${prefix}_${name}_${(ids += 1)}`,
    now: () => new Date(now()).toISOString(),
    renew: async () => false,
    wait: waits,
    isPageVisible: () => true,
    branched: (id) => branched.push(id),
  });
  const states: SyncState[] = [];
  sync.subscribe((state) => states.push(state));
  onTestFinished(() => sync.stop());
  return { database, stores: createStores(database), log, sync, states, branched, keys };
}

export type ADevice = Awaited<ReturnType<typeof aDevice>>;

export const session = (id: string): Session => ({
  ...{ id, title: id, plan_status: null, steps_ended: 0, steps_total: 0, deleted_at: null },
  ...{ created_at: at, updated_at: at },
});

export const todo = (id: string, change: Partial<Todo> = {}): Todo => ({
  ...{ id, title: id, notes: '', due: null, priority: 'normal', tags: [], done: false, position: 1 },
  ...{ session_id: null, created_at: at, updated_at: at, deleted_at: null },
  ...change,
});

export function said(id: string, text: string, effect?: string): NewJournalEntry {
  const body = { type: 'message', kind: 'guidance', text } as const;
  return { session_id: id, task_id: null, step_id: null, at, ...(effect !== undefined && { effect }), body };
}

/** Records something in a session, as its runner would. */
export async function record({ database }: ADevice, id: string, ...entries: NewJournalEntry[]): Promise<void> {
  const journal = openJournal(database, id, () => undefined);
  await journal.transact(async (transaction) => {
    for (const entry of entries) await transaction.append(entry);
  });
}

export const texts = async ({ stores }: ADevice, id: string) =>
  (await stores.sessions.wholeJournal(id)).map(({ body }) => (body.type === 'message' ? body.text : body.type));
