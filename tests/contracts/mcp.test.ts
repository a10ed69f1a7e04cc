import { remoteMcpPort } from '../../src/tools/mcp/remote-mcp.ts';
import { Gate } from '../e2e/support/gate.ts';
import { McpServer } from '../e2e/support/mcp-server.ts';
import { FakeMcp } from '../fakes/fake-mcp.ts';
import { mcpContract } from './mcp.ts';

const nothing = { key: async () => null };
const text = (said: string) => [{ kind: 'text' as const, text: said }];

mcpContract('FakeMcp', async () => {
  const mcp = new FakeMcp();
  const server = mcp
    .server('https://example.org/mcp')
    .offer(
      'add',
      { content: text('The sum is 3.'), output: { sum: 3 }, failed: false },
      { description: 'Adds two numbers.', reads: true, repeatable: true },
    )
    .offer('count', { content: text('Counted to 5.'), failed: false })
    .offer('fail', { content: text('The printer is out of paper.'), failed: true })
    .offer('refuse', { fault: { code: 'refused', detail: 'No such drawer.' } });
  server.progress = ['1/5 · counting'];
  return {
    connection: mcp.connect({ url: 'https://example.org/mcp', ...nothing }, () => undefined),
    hold: () => {
      server.gate = new Promise(() => undefined);
    },
    leave: async () => {
      server.fault = { code: 'unreachable' };
    },
    close: async () => undefined,
  };
});

mcpContract('remoteMcp', async () => {
  const server = await McpServer.start();
  return {
    connection: remoteMcpPort(() => fetch).connect({ url: server.url, ...nothing }, () => undefined),
    hold: () => {
      server.gate = new Gate();
    },
    leave: () => server.stop(),
    close: () => server.stop(),
  };
});
