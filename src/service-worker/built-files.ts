/** What the build made, by address within the worker's scope. Written into the worker by scripts/service-worker.ts. */
export interface BuiltFiles {
  /** Of all files together: another one means another version of the app. */
  version: string;
  /** What the app needs to start and to work without a network, with the hash that the browser checks. */
  start: readonly (readonly [path: string, integrity: string])[];
  /** Large parts that few people need. They are kept once they have been used. */
  later: readonly string[];
}
