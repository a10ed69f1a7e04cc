import { RemoteServer } from '../../src/tools/mcp/remote-server.ts';

/**
 * Cairn's MCP client for the conformance suite: lists the tools of the server at the last argument and calls each once.
 */
const url = process.argv.at(-1) ?? '';
const { signal } = new AbortController();
const inputs: Record<string, Record<string, unknown>> = { add_numbers: { a: 5, b: 3 } };

const connection = new RemoteServer(
  { url, key: async () => null },
  () => undefined,
  () => fetch,
);
const listed = await connection.tools({ signal });
for (const { name } of listed.ok ? listed.tools : []) {
  const called = await connection.call(name, inputs[name] ?? {}, { signal, once: false, onProgress: () => undefined });
  console.log(name, JSON.stringify(called));
}
connection.close();
process.exitCode = listed.ok ? 0 : 1;
