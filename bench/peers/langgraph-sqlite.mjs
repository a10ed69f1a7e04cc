import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planAndExecute } from './plan-and-execute.mjs';

/** Runs LangGraph's plan-and-execute with its sqlite checkpointer; returns the bytes stored per step. */
export async function sqliteRun({ baseURL, task }) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const file = join(folder, 'checkpoints.sqlite');
  const checkpointer = SqliteSaver.fromConnString(file);
  await planAndExecute({ baseURL, task, checkpointer });
  checkpointer.db.pragma('wal_checkpoint(TRUNCATE)');
  checkpointer.db.close();
  const { size } = await stat(file);
  await rm(folder, { recursive: true });
  return { stored: size / task.n };
}
