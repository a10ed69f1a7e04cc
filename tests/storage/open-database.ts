import { onTestFinished } from 'vitest';
import { CairnDatabase } from '../../src/storage/database.ts';
import type { StorageFault } from '../../src/ports/storage-health.ts';

/** A database of its own for one test, and the troubles it reports. Given a name, another tab's view of the same one. */
export function openDatabase(name = `cairn-test-${crypto.randomUUID()}`): {
  database: CairnDatabase;
  troubles: StorageFault[];
  name: string;
} {
  const troubles: StorageFault[] = [];
  const database = new CairnDatabase((trouble) => troubles.push(trouble), name);
  onTestFinished(() => database.close());
  return { database, troubles, name };
}
