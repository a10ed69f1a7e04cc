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
 * could read it; the result says so. If there is no reader, or it fails as well, returns the result of `onFailure`.
 */
export async function readThroughService(
  { network, reader, limits }: Way,
  url: URL,
  resultOf: (outcome: NetworkOutcome) => Promise<ToolRunOutcome>,
  onFailure: () => Promise<ToolRunOutcome>,
): Promise<ToolRunOutcome> {
  const address = reader.enabled ? readerUrlForPage(reader.base_url, url.href) : null;
  if (!address) return onFailure();
  const readerOutcome = await network.get(address.href, { ...limits, site: address.origin, accept });
  if (readerOutcome.kind === 'aborted') return resultOf(readerOutcome);
  const page = readerOutcome.kind === 'response' ? readerText(readerOutcome) : null;
  if (page)
    return withReadingNote(
      await resultOf({ ...page, url: url.href, retryAfter: null, further: {} }),
      `Read through the reader ${address.host}.`,
    );
  const why = readerOutcome.kind === 'response' ? ` (it answered with status ${readerOutcome.status})` : '';
  return withReadingNote(await onFailure(), `The reader ${address.host} could not read it either${why}.`);
}

/**
 * Returns the result with a note on how the page was read: in front of the text if it was read, behind the message if
 * that failed.
 */
export function withReadingNote(toolOutcome: ToolRunOutcome, note: string): ToolRunOutcome {
  const { result } = toolOutcome;
  return {
    ...toolOutcome,
    result: { ...result, text: result.ok ? `${note}\n${result.text}` : `${result.text} ${note}` },
  };
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
  const prefaceMatch = preface.exec(text);
  if (!prefaceMatch) return response;
  if (/^Warning: Target URL returned error [45]\d\d\b/m.test(prefaceMatch[0])) return null;
  const title = prefaceMatch[1]?.trim() ?? '';
  const content = text.slice(prefaceMatch[0].length).trim();
  const body = title === '' ? content : `# ${title}\n\n${content}`;
  return { ...response, mime: 'text/plain', charset: 'utf-8', body: new TextEncoder().encode(body) };
}
