import { onTestFinished } from 'vitest';
import { CairnDatabase } from '../../../src/storage/database.ts';
import type { StorageError } from '../../../src/ports/storage-health.ts';

/** A database of its own for one test, and the faults it reports. Given a name, another tab's view of the same one. */
export function openDatabase(name = `cairn-test-${crypto.randomUUID()}`): {
  database: CairnDatabase;
  faults: StorageError[];
  name: string;
} {
  const faults: StorageError[] = [];
  const database = new CairnDatabase((fault) => faults.push(fault), name);
  onTestFinished(() => database.close());
  return { database, faults, name };
}
