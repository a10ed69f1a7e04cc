import { spawnSync } from 'node:child_process';

/** Those of the commands that this machine has not got. */
export function missingCommands(...names: string[]): string[] {
  return names.filter((name) => spawnSync('which', [name]).status !== 0);
}
