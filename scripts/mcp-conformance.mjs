import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'vite';
import { runCommand } from './run-command.mjs';

/**
 * Tests Cairn's MCP client with the conformance suite of the protocol: `npm run trials:mcp`, or with the names of
 * scenarios. Without names it runs those that pass; `elicitation` and `auth/*` need features that Cairn does not have
 * yet.
 */
const folder = '.cache/mcp-conformance';
const suite = '@modelcontextprotocol/conformance';
const held = ['initialize', 'tools_call', 'sse-retry'];
const scenarios = process.argv.length > 2 ? process.argv.slice(2) : held;

const install = [
  'install',
  '--prefix',
  folder,
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-save',
  `${suite}@0.1.16`,
];
const installed = await runCommand('npm', install, { quiet: true });
if (installed.code !== 0) {
  console.error(`${suite} could not be installed:\n${installed.output.trimEnd()}`);
  process.exit(1);
}

/** The suite imports `globSync`, which Node 20 lacks and these scenarios do not use. */
const entry = `${folder}/node_modules/${suite}/dist/index.js`;
const code = await readFile(entry, 'utf8');
await writeFile(entry, code.replace(/globSync as (\w+),([^}]*\}from"fs";)/, '$2const $1=()=>[];'));

await build({
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: { ssr: 'tests/peers/mcp-conformance-client.ts', outDir: `${folder}/client`, emptyOutDir: true },
});

let failed = 0;
for (const scenario of scenarios) {
  const client = `node ${folder}/client/mcp-conformance-client.js`;
  const { output } = await runCommand('node', [entry, 'client', '--command', client, '--scenario', scenario], {
    quiet: true,
  });
  /** A warning that a slow machine was late is no failure. */
  const passed = /Passed: (?!0)\d+\/\d+, 0 failed/.test(output);
  if (!passed) failed += 1;
  console.log(`${scenario}: ${passed ? 'passed' : `failed\n${output.trimEnd()}`}`);
}
process.exitCode = failed;
