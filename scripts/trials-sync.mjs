import { runCommand } from './run-command.mjs';

/**
 * Tests if a server meets the devices' requirements: `npm run trials:sync -- --server URL`, where URL is that of a
 * CouchDB (https://name:password@host) or a folder of a remoteStorage account
 * (https://host/storage/name/cairn?token=…). Creates a separate database or folder for each trial.
 */
const at = process.argv.indexOf('--server');
const server = at < 0 ? undefined : process.argv[at + 1];
if (server === undefined || !URL.canParse(server)) {
  console.error('Which server? npm run trials:sync -- --server https://name:password@couch.example');
  process.exit(1);
}
const { code } = await runCommand('vitest', ['run', 'tests/trials/sync-servers.test.ts'], {
  env: { SYNC_SERVER: server },
});
process.exitCode = code;
