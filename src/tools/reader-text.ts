import type { NetworkOutcome } from '../ports/network.ts';

type Response = Extract<NetworkOutcome, { kind: 'response' }>;

const preface =
  /^Title: (.*)\n+URL Source: .*\n+(?:(?:Published Time|Warning|Number of Pages|Image): .*\n+)*Markdown Content:\n/;

/**
 * What a reader sent, as a page of its own: readers that write Markdown put a preface before it, of which the title is
 * kept. Null when it refused, or tells that the site did.
 */
export function readerText(response: Response): Response | null {
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
