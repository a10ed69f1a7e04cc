import { decodeText } from '../records/decode-file.ts';
import { binaryStringFromBytes, type SecretKeyFinder } from '../values/secret-key-finder.ts';
import type { CompanionExtension } from '../ports/companion-extension.ts';
import type { McpConnection } from '../ports/mcp.ts';
import type { Network, NetworkOutcome } from '../ports/network.ts';
import type { ToolPorts } from '../tools/all-tools.ts';

/** Finds all keys that the page can read at the moment. */
type Keys = () => Promise<SecretKeyFinder>;

type Ports = Pick<ToolPorts, 'network' | 'companion' | 'markup' | 'pdf' | 'office' | 'sandbox' | 'search'>;

/**
 * Returns the tools' ports such that no API key or password of the person passes through them: keys are removed from
 * the input and from the output. Calls that need a key (to models, for example) go to that key's own base URL through
 * other ports.
 */
export function keyStrippingPorts(
  { network, companion, markup, pdf, office, sandbox, search }: Ports,
  keys: Keys,
): Ports {
  return {
    network: guardedNetwork(network, keys),
    companion: {
      ...companion,
      read: guardedReading((url, limits) => companion.read(url, limits), keys),
      render: guardedReading((url, limits) => companion.render(url, limits), keys),
    },
    markup: {
      ...markup,
      readable: async (html, url) => (await keys()).cleanValue(await markup.readable(html, url)),
    },
    pdf: { ...pdf, read: async (bytes, options) => (await keys()).cleanValue(await pdf.read(bytes, options)) },
    office: { read: async (bytes, options) => (await keys()).cleanValue(await office.read(bytes, options)) },
    sandbox: {
      run: async (program, limits, options) => (await keys()).cleanValue(await sandbox.run(program, limits, options)),
    },
    search: async (searchRequest, options) => {
      const keyFinder = await keys();
      return keyFinder.cleanValue(
        await search({ ...searchRequest, query: keyFinder.clean(searchRequest.query) }, options),
      );
    },
  };
}

function guardedNetwork(network: Network, keys: Keys): Network {
  return {
    get: async (url, options) => {
      const keyFinder = await keys();
      return cleanOutcome(await network.get(keyFinder.clean(url), options), keyFinder);
    },
    request: async (url, request, limits) => {
      const keyFinder = await keys();
      return cleanOutcome(
        await network.request(keyFinder.clean(url), keyFinder.cleanValue(request), limits),
        keyFinder,
      );
    },
  };
}

function guardedReading(readPage: CompanionExtension['read'], keys: Keys): CompanionExtension['read'] {
  return async (url, limits) => {
    const keyFinder = await keys();
    return cleanOutcome(await readPage(keyFinder.clean(url), limits), keyFinder);
  };
}

function cleanOutcome<T extends NetworkOutcome | { kind: 'refused' }>(outcome: T, keys: SecretKeyFinder): T {
  if (outcome.kind !== 'response' || keys.isEmpty) return outcome;
  const { body, charset, url } = outcome;
  return { ...outcome, url: keys.clean(url), ...cleanBody(new Uint8Array(body), charset, keys) };
}

/** Cleans a body; UTF-16, with two bytes per character, is decoded first. */
function cleanBody(
  body: Uint8Array<ArrayBuffer>,
  charset: string | null,
  keys: SecretKeyFinder,
): { body: Uint8Array; charset: string | null } {
  if (!/^utf-?16/i.test(charset ?? '') && !/^(?:\xff\xfe|\xfe\xff)/.test(binaryStringFromBytes(body.subarray(0, 2))))
    return { body: keys.cleanBytes(body), charset };
  const text = decodeText(body, charset);
  const clean = keys.clean(text);
  return clean === text ? { body, charset } : { body: new TextEncoder().encode(clean), charset: 'utf-8' };
}

/** The connection to an MCP server with keys removed from its answers, progress and input. */
export function mcpWithoutApiKeys(connection: McpConnection, keys: Keys): McpConnection {
  return {
    tools: async (options) => (await keys()).cleanValue(await connection.tools(options)),
    call: async (tool, input, { onProgress, ...options }) => {
      const keyFinder = await keys();
      const progress = (text: string) => onProgress(keyFinder.clean(text));
      return keyFinder.cleanValue(
        await connection.call(tool, keyFinder.cleanValue(input), { ...options, onProgress: progress }),
      );
    },
    close: () => connection.close(),
  };
}
