import { type ReaderSettings, readerUrlForPage } from '../../records/reader-settings.ts';
import type { Network, NetworkLimits, NetworkOutcome } from '../../ports/network.ts';
import type { ToolRunOutcome } from '../../ports/toolbox.ts';

const accept = 'text/plain,text/html;q=0.9,*/*;q=0.5';

interface Way {
  network: Network;
  reader: ReaderSettings;
  limits: NetworkLimits;
}

/**
 * Reads a page through the reader service of the settings, for use when neither a direct request nor the companion
 * could read it; the result says so. If there is no reader, or it fails as well, returns the result of `failed`.
 */
export async function readThroughService(
  { network, reader, limits }: Way,
  url: URL,
  made: (outcome: NetworkOutcome) => Promise<ToolRunOutcome>,
  failed: () => Promise<ToolRunOutcome>,
): Promise<ToolRunOutcome> {
  const address = reader.enabled ? readerUrlForPage(reader.base_url, url.href) : null;
  if (!address) return failed();
  const read = await network.get(address.href, { ...limits, site: address.origin, accept });
  if (read.kind === 'aborted') return made(read);
  const page = read.kind === 'response' ? readerText(read) : null;
  if (page)
    return withReadingNote(
      await made({ ...page, url: url.href, retryAfter: null, further: {} }),
      `Read through the reader ${address.host}.`,
    );
  const why = read.kind === 'response' ? ` (it answered with status ${read.status})` : '';
  return withReadingNote(await failed(), `The reader ${address.host} could not read it either${why}.`);
}

/**
 * Returns the result with a note on how the page was read: in front of the text if it was read, behind the message if
 * that failed.
 */
export function withReadingNote(made: ToolRunOutcome, note: string): ToolRunOutcome {
  const { result } = made;
  return { ...made, result: { ...result, text: result.ok ? `${note}\n${result.text}` : `${result.text} ${note}` } };
}

type Response = Extract<NetworkOutcome, { kind: 'response' }>;

const preface =
  /^Title: (.*)\n+URL Source: .*\n+(?:(?:Published Time|Warning|Number of Pages|Image): .*\n+)*Markdown Content:\n/;

/**
 * Returns a reader's response as a page: readers that write Markdown put a preface before it, whose title is used. Null
 * if the reader refused, or reports that the site did.
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
