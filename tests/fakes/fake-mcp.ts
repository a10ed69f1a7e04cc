import { boundedMcpTools, type McpToolDescription } from '../../src/records/mcp-tool-description.ts';
import type { Mcp, McpToolResult, McpConnection, McpError, SkippedMcpTool } from '../../src/ports/mcp.ts';

import { withFingerprints } from '../../src/tools/mcp/parse-tool-list.ts';

type Answer = McpToolResult | { fault: McpError };

/** An MCP server whose tools and answers the test sets. */
export class FakeMcpServer {
  offers: McpToolDescription[] = [];
  left: SkippedMcpTool[] = [];
  answers = new Map<string, Answer>();
  /** If set, every request fails with it. */
  fault: McpError | null = null;
  /** True if what fails was not sent. */
  unsent = false;
  /** If set, requests wait for it. */
  gate: Promise<void> | null = null;
  progress: string[] = [];
  readonly calls: { tool: string; input: Record<string, unknown>; once: boolean }[] = [];
  readonly keys: (string | null)[] = [];
  lists = 0;
  closed = 0;
  tellChange: () => void = () => undefined;

  offer(name: string, answer: Answer, more: Partial<McpToolDescription> = {}): this {
    const schema = { type: 'object', properties: {} };
    this.offers.push({ name, description: `Does ${name}.`, schema, reads: false, repeatable: false, ...more });
    this.answers.set(name, answer);
    return this;
  }
}

/** MCP servers by address; no server answers at any other. */
export class FakeMcp implements Mcp {
  readonly servers = new Map<string, FakeMcpServer>();

  server(url: string): FakeMcpServer {
    const server = this.servers.get(url) ?? new FakeMcpServer();
    this.servers.set(url, server);
    return server;
  }

  connect({ url, key }: { url: string; key: () => Promise<string | null> }, changed: () => void): McpConnection {
    const server = this.servers.get(url);
    if (server) server.tellChange = changed;
    const faultOf = async (signal: AbortSignal): Promise<McpError | null> => {
      if (!server) return { code: 'unreachable' };
      server.keys.push(await key());
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      if (!signal.aborted && server.gate) await Promise.race([server.gate, stopped]);
      return signal.aborted ? { code: 'aborted' } : server.fault;
    };
    return {
      tools: async ({ signal }) => {
        if (server) server.lists += 1;
        const fault = await faultOf(signal);
        return fault || !server
          ? { ok: false, error: fault ?? { code: 'unreachable' } }
          : { ok: true, tools: await withFingerprints(boundedMcpTools(server.offers)), left: server.left };
      },
      call: async (tool, input, { signal, once, onProgress }) => {
        for (const text of server?.progress ?? []) onProgress(text);
        const fault = await faultOf(signal);
        if (fault || !server)
          return { ok: false, error: fault ?? { code: 'unreachable' }, ...(server?.unsent && { unsent: true }) };
        server.calls.push({ tool, input, once });
        const answer = server.answers.get(tool) ?? { fault: { code: 'refused', detail: `Unknown tool: ${tool}` } };
        return 'fault' in answer ? { ok: false, error: answer.fault } : { ok: true, answer };
      },
      close: () => {
        if (server) server.closed += 1;
      },
    };
  }
}
