import type { Mcp } from '../ports/mcp.ts';
import type { SiteFetch } from '../ports/network.ts';
import type { RemoteServer } from './remote-server.ts';

/**
 * MCP by the protocol's own client, loaded at the first request: it keeps up with the protocol's versions, and works under
 * a policy without `eval`. `fetchTo` gives a `fetch` that reaches one site.
 */
export const remoteMcp = (fetchTo: (site: string) => SiteFetch['fetch']): Mcp => ({
  connect(server, changed) {
    let loading: Promise<RemoteServer> | null = null;
    const load = () => {
      loading ??= import('./remote-server.ts').then(({ RemoteServer }) => new RemoteServer(server, changed, fetchTo));
      return loading.catch(() => {
        loading = null;
        return null;
      });
    };
    const absent = { ok: false, fault: { code: 'unreachable' } } as const;
    return {
      tools: async (options) => (await load())?.tools(options) ?? absent,
      call: async (tool, input, options) => (await load())?.call(tool, input, options) ?? absent,
      close: () => void loading?.then((loaded) => loaded.close()).catch(() => undefined),
    };
  },
});
