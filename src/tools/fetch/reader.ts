import { isPrivateAddress } from '../../domain/address/private-address.ts';
import { type ReaderSettings, readerAddress } from '../../domain/settings/reader-settings.ts';
import type { Network, NetworkLimits, NetworkOutcome } from '../../ports/network.ts';
import type { ToolYield } from '../../ports/toolbox.ts';

const accept = 'text/plain,text/html;q=0.9,*/*;q=0.5';
const advice =
  'Such pages can be read through a reader, a service that the person may switch on in Settings under Search; it then sees every address and page that is read through it.';

interface Way {
  network: Network;
  reader: ReaderSettings;
  limits: NetworkLimits;
}

/**
 * What comes of a page that was asked for directly (R9.3). One that no web page may read is asked for through the reader
 * of the settings, and what is made of it says so; where there is no reader, the failure says that there could be one.
 * Addresses of the person's own network are never told to a reader.
 */
export async function throughReader(
  { network, reader, limits }: Way,
  url: URL,
  direct: NetworkOutcome,
  made: (outcome: NetworkOutcome) => Promise<ToolYield>,
): Promise<ToolYield> {
  if (direct.kind !== 'unreachable' || isPrivateAddress(url.hostname)) return made(direct);
  const address = reader.enabled ? readerAddress(reader.base_url, url.href) : null;
  if (!address) return told(await made(direct), advice);
  const read = await network.get(address.href, { ...limits, site: address.origin, accept });
  if (read.kind === 'aborted') return made(read);
  const page = read.kind === 'response' ? readerText(read) : null;
  if (page) return told(await made({ ...page, url: url.href }), `Read through the reader ${address.host}.`);
  const why = read.kind === 'response' ? ` (it answered with status ${read.status})` : '';
  return told(await made(direct), `The reader ${address.host} could not read it either${why}.`);
}

function told(made: ToolYield, note: string): ToolYield {
  const { result } = made;
  return { ...made, result: { ...result, text: result.ok ? `${note}\n${result.text}` : `${result.text} ${note}` } };
}

type Response = Extract<NetworkOutcome, { kind: 'response' }>;

const preface =
  /^Title: (.*)\n+URL Source: .*\n+(?:(?:Published Time|Warning|Number of Pages|Image): .*\n+)*Markdown Content:\n/;

/**
 * What a reader sent, as a page of its own: readers that write Markdown put a preface before it, of which the title is
 * kept. Null when it refused, or tells that the site did.
 */
function readerText(response: Response): Response | null {
  if (response.status < 200 || response.status >= 300 || response.body.length === 0) return null;
  if (!/^text\/(?:plain|markdown)$/.test(response.mime)) return response;
  const text = new TextDecoder().decode(response.body).replace(/\r\n?/g, '\n');
  const found = preface.exec(text);
  if (!found) return response;
  if (/^Warning: Target URL returned error [45]\d\d\b/m.test(found[0])) return null;
  const title = found[1]?.trim() ?? '';
  const content = text.slice(found[0].length).trim();
  const body = title === '' ? content : `# ${title}\n\n${content}`;
  return { ...response, mime: 'text/plain', charset: 'utf-8', body: new TextEncoder().encode(body) };
}
