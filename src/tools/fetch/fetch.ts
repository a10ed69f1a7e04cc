import { largestOutput } from '../largest-output.ts';
import type { Result } from '../../values/result.ts';
import * as z from 'zod';
import { type Json, parseJson } from '../../values/json.ts';
import { stringifyExactJson } from '../../values/exact-json.ts';
import type { ReaderSettings } from '../../records/reader-settings.ts';
import type { SiteKey } from '../../records/site-key.ts';
import { toolError, toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import type { CompanionExtension } from '../../ports/companion-extension.ts';
import type { Network, NetworkOutcome } from '../../ports/network.ts';
import type { HtmlReader, OfficeReader, PdfReader } from '../../ports/file-reading.ts';
import { maxFileBytes, type NewFile } from '../../records/session-file.ts';
import type { ToolRunOutcome } from '../../ports/toolbox.ts';
import { dataUrlFromBytes } from '../../records/mime-of-name.ts';
import { continueReadingNote } from '../excerpt.ts';
import { responseFollowUpLines, responseBodyStatus } from './answer-lines.ts';
import { fetchError, mutatingRequestError } from './fetch-error.ts';
import { fetchedContent, type FetchedResponse, type FetchedContent } from './fetched-content.ts';
import { isPrivateAddress } from '../../values/private-address.ts';
import { acceptHeader, needsScripts, readPage } from './read-page.ts';
import type { Tool } from '../tool.ts';
import { fetchedFileName } from './fetched-file-name.ts';
import { unsentField } from './unsent-fields.ts';
import { plainBeginning } from './shown-beginning.ts';

const fetchInput = z
  .object({
    url: z.string(),
    method: z
      .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      .optional()
      .describe('GET if left out; others ask the person'),
    body: z
      .preprocess(
        (body) => (typeof body === 'object' && body !== null ? stringifyExactJson(body) : body),
        z.string('must be a text, or JSON'),
      )
      .meta({ type: 'string' })
      .optional(),
  })
  .superRefine(({ url, method = 'GET', body }, context) => {
    const address = webAddress(url);
    if (!address.ok) context.addIssue({ code: 'custom', message: address.error, path: ['url'] });
    if (body !== undefined && (method === 'GET' || method === 'DELETE'))
      context.addIssue({
        code: 'custom',
        message: `${method} sends no “body”: leave it out, or use POST`,
        path: ['body'],
      });
  });
type FetchInput = z.output<typeof fetchInput>;

/** True if the call only reads: it then needs permission for the site only, and can be repeated. */
function onlyReads({ method = 'GET' }: FetchInput): boolean {
  return method === 'GET';
}

/** The seconds that reading may take, by the number of tries that have failed before, and those of sending. */
const readingSeconds = [20, 40, 60];
const sendingSeconds = 60;

interface FetchPorts {
  network: Network;
  companion: CompanionExtension;
  markup: HtmlReader;
  pdf: PdfReader;
  office: OfficeReader;
  reader: () => ReaderSettings;
  siteKeys: () => readonly SiteKey[];
}

/**
 * Reads one web address, or sends something to it, without cookies or credentials. The whole response is stored as a
 * file of the session. Before anything is sent, the person sees its exact text and is asked each time.
 */
export function createFetchTool(ports: FetchPorts): Tool<typeof fetchInput> {
  const { network, companion, markup, reader, siteKeys } = ports;
  const closed = new Set<string>();
  const content = async (
    href: string,
    outcome: NetworkOutcome,
    moment: { now: string; seconds: number },
    signal: AbortSignal,
  ): Promise<ToolRunOutcome> => {
    const failure = fetchError(href, outcome, moment);
    if (failure || outcome.kind !== 'response')
      return { result: failure ?? toolError('failed', `${href} could not be read.`) };
    if (outcome.body.length === 0)
      return { result: blankPage(href, `${href} answered with an empty page.`, 'page_empty') };
    const pageContent = await fetchedContent({ ...outcome, url: outcome.url || href }, ports, signal);
    if (signal.aborted) return { result: toolError('failed', `${href} was not read to its end.`) };
    if (pageContent.text === null) return unread(href, outcome, pageContent);
    if (pageContent.text.trim() === '') return { result: await textless(href, outcome, markup) };
    const { status } = outcome;
    const lines = [
      ...(status === 200 ? [] : [`Status: ${status}`]),
      ...responseFollowUpLines({ ...outcome, url: href }),
    ];
    return read(`Address: ${href}`, href, pageContent.text, pageContent, { status, lines });
  };
  /** The result of a request that a server has taken: its success does not depend on what can be read of the answer. */
  const sentRequestOutcome = async (
    method: string,
    href: string,
    outcome: NetworkOutcome,
    signal: AbortSignal,
  ): Promise<ToolRunOutcome> => {
    const status = 'status' in outcome ? outcome.status : undefined;
    const head = `${method} ${href} was taken (status ${status})`;
    if (outcome.kind !== 'response')
      return { result: toolSuccess(`${head}; the answer could not be read to its end.`) };
    const lines = responseFollowUpLines({ ...outcome, url: href });
    const answer = responseBodyStatus(outcome.status, undefined);
    const bare = (what: string): ToolRunOutcome => ({
      result: toolSuccess([`${head}; ${what}.`, ...lines].join('\n'), {
        foreign: lines.length > 0,
        ...(answer && { answer }),
      }),
    });
    if (outcome.body.length === 0) return bare('the answer is empty');
    const answerContent = await fetchedContent({ ...outcome, url: outcome.url || href }, ports, signal).catch(
      () => null,
    );
    if (answerContent?.text === null) return unread(href, outcome, answerContent, [`${head}.`, ...lines].join('\n'));
    if (!answerContent || answerContent.text.trim() === '') return bare('the answer holds no text');
    const content = { ...answerContent, title: null };
    const { result, file } = read(`${head}.`, href, answerContent.text, content, { status: outcome.status, lines });
    const { source: _, ...own } = result;
    return { result: own, ...(file && { file }) };
  };
  return {
    name: 'fetch',
    aliases: [
      ...['fetch_url', 'fetch_page', 'fetch_webpage', 'web_fetch', 'http_get', 'get_url', 'get_webpage', 'browse'],
      ...['open_url', 'read_url', 'visit_url', 'open_page', 'read_page', 'visit_page', 'open_webpage', 'read_webpage'],
      'visit_webpage',
    ],
    description: 'Read a web address: a page, JSON, CSV, PDF, Word or Excel.',
    input: fetchInput,
    verbatim: ['body'],
    place: 'remote',
    reads: onlyReads,
    repeatable: onlyReads,
    unusedField: (unknown, { body }) => unsentField(unknown, body === undefined ? null : contentType(body)),
    access: (input) => {
      const { href, origin, hostname } = addressOf(input.url);
      const site = { origin, private_address: isPrivateAddress(hostname) };
      if (onlyReads(input)) return { ...site, subject: href, rule: 'site' };
      const head = `${input.method ?? ''} ${href}`;
      const { body } = input;
      const subject = body === undefined ? head : `${head}\nContent-Type: ${contentType(body)}\n\n${body}`;
      return { ...site, subject, rule: 'always_ask' };
    },
    run: async (input, { signal, now, site, tries = 0 }) => {
      const address = addressOf(input.url);
      const { href } = address;
      const key = siteKeys().find(({ origin }) => origin === address.origin);
      const seconds = onlyReads(input) ? (readingSeconds[tries] ?? Math.max(...readingSeconds)) : sendingSeconds;
      const moment = { now, seconds };
      const limits = { site: site ?? '', key, signal, timeout_ms: seconds * 1000, max_bytes: maxFileBytes };
      if (onlyReads(input)) {
        const ways = { network, companion, markup, reader: reader(), limits, closed };
        const pageOutcome = await readPage(ways, address, (outcome) => content(href, outcome, moment, signal));
        return key ? markedKeyed(pageOutcome) : pageOutcome;
      }
      const { method = 'POST', body } = input;
      const headers = { accept: acceptHeader, ...(body === undefined ? {} : { 'content-type': contentType(body) }) };
      const outcome = await network.request(href, { method, headers, body }, limits);
      const failure = mutatingRequestError(method, href, outcome, moment);
      if (failure) return { result: failure };
      const requestOutcome = await sentRequestOutcome(method, href, outcome, signal);
      return 'status' in outcome
        ? { ...requestOutcome, result: { ...requestOutcome.result, status: outcome.status } }
        : requestOutcome;
    },
  };
}

/** Returns the outcome with the note that the person's key for the site was sent. */
function markedKeyed(outcome: ToolRunOutcome): ToolRunOutcome {
  const { source } = outcome.result;
  return source ? { ...outcome, result: { ...outcome.result, source: { ...source, keyed: true } } } : outcome;
}

/** Fields of a form as browsers send them: at least one has a value, and nothing else stands between them. */
const form = /^(?=[^]*=[^&])[^\s=&]+=[^\s=&]*(?:&[^\s=&]+=[^\s=&]*)*$/;

/** Returns the type of a text that is sent: JSON with an object or a list, the fields of a form, or else plain text. */
function contentType(body: string): string {
  if (typeof (parseJson(body) ?? '') === 'object') return 'application/json';
  return form.test(body) ? 'application/x-www-form-urlencoded' : 'text/plain;charset=utf-8';
}

/** Returns the parsed URL, which the schema has validated. */
function addressOf(url: string): URL {
  const address = webAddress(url);
  if (!address.ok) throw new Error(address.error);
  return address.value;
}

const blankPage = (url: string, text: string, failure: 'page_empty' | 'page_needs_scripts') =>
  toolError('failed', text, { cause: { failure, name: new URL(url).host } });

/** Returns the error for a page without any text, which says whether its scripts would write some. */
async function textless(url: string, response: FetchedResponse, markup: HtmlReader): Promise<ToolResult> {
  return (await needsScripts(markup, response))
    ? blankPage(
        url,
        `${url} shows nothing without its scripts, which are not run here. Try another source.`,
        'page_needs_scripts',
      )
    : blankPage(url, `${url} holds no text that can be read.`, 'page_empty');
}

/** Returns the result with an answer's text; `lines` stand in its head, which begins with `first`. */
function read(
  first: string,
  url: string,
  text: string,
  content: FetchedContent,
  { status, lines }: { status: number; lines: readonly string[] },
): ToolRunOutcome {
  const excerpt = content.beginning ?? plainBeginning(text);
  const shown = excerpt.text.replace(/\r\n?/g, '\n').trimEnd();
  const name = fetchedFileName(url, content.extension);
  const title = content.title ? [`Title: ${content.title}`] : [];
  const note = content.note === undefined ? [] : [`Note: ${content.note}`];
  const head = [...title, first, `Kept as: ${name}`, ...note, ...lines].join('\n');
  const file: NewFile = { name, mime: content.mime, content: text, kind: content.kind, source: url };
  const small = content.data !== undefined && text.length <= largestOutput;
  const answer = responseBodyStatus(status, content.data);
  const output: Json = small ? (content.data ?? null) : { title: content.title, address: url, text: shown };
  return {
    result: toolSuccess(`${head}\n\n${shown}${continueReadingNote(excerpt, name)}`, {
      output,
      foreign: true,
      ...(answer && { answer }),
      source: { address: url, title: content.title, ...(content.stand_in && { stand_in: content.stand_in }) },
    }),
    file,
  };
}

function unread(
  url: string,
  response: FetchedResponse,
  content: FetchedContent,
  first = `Address: ${url}`,
): ToolRunOutcome {
  const name = fetchedFileName(url, content.extension);
  const size = response.body.length;
  const text = `${first}\n\n${content.error ?? `This is not text but a file of type ${content.mime} with ${size} bytes.`} It was kept as “${name}” for the person; it cannot be read here.`;
  const file: NewFile = {
    name,
    mime: content.mime,
    content: dataUrlFromBytes(content.mime, response.body),
    kind: 'file',
    source: url,
  };
  return {
    result: toolSuccess(text, { output: { address: url, type: content.mime, bytes: size }, foreign: true }),
    file,
  };
}

/**
 * Returns the address that a model meant, or why it cannot be fetched. Adds a missing `https://` if the text begins
 * with a host, and drops a `#part`.
 */
function webAddress(url: string): Result<URL, string> {
  const text = url.trim();
  const addressQuote = `“${text.slice(0, 100)}”`;
  const wrong = (what: string) => ({ ok: false as const, error: `“url” ${what}` });
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return wrong(`must start with http:// or https://, not ${scheme}: (${addressQuote})`);
  if (scheme === undefined) {
    if (fileName.test(text))
      return wrong(
        `is a file name, not an address: ${addressQuote}. A file of this session is read with the tool “files”; for a page give its whole address`,
      );
    if (!startsWithHost(text))
      return wrong(`is not a full address: ${addressQuote}. Give the whole one, such as https://example.org/page`);
  }
  let value: URL;
  try {
    value = new URL(scheme === undefined ? `https://${text.replace(/^\/\//, '')}` : text);
  } catch {
    return wrong(`is not an address: ${addressQuote}. Give a full one, such as https://example.org/page`);
  }
  if (value.username !== '' || value.password !== '') return wrong('must not hold a user name or password');
  value.hash = '';
  return { ok: true, value };
}

/** A file with an extension that is no top-level domain, or hardly ever one. */
const fileName =
  /^(?!www\.)[^/?#:@]+\.(?:html?|php|aspx?|jsonl?|geojson|ndjson|csv|tsv|txt|md|markdown|pdf|xml|ya?ml|toml|ics|vcf|log|sql|css|m?js|jsx|tsx?|svg|png|jpe?g|gif|webp|docx?|xlsx?|pptx?|od[tsp]|epub)$/i;

/** True if a text without a scheme begins with a host: a domain, an IP address, `localhost`, or a name with a port. */
function startsWithHost(text: string): boolean {
  const [host = ''] = text.replace(/^\/\//, '').split(/[/?#]/, 1);
  const [name = '', port] = host.replace(/^.*@/, '').split(/:(?=\d+$)/);
  if (/^\[[\da-f:.]+\]$/i.test(name) || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)) return true;
  if (/^localhost$/i.test(name) || (port !== undefined && /^[\p{L}\d][\p{L}\d-]*$/u.test(name) && /\p{L}/u.test(name)))
    return true;
  return /^[\p{L}\d_-]+(?:\.[\p{L}\d_-]+)*\.(?:\p{L}{2,}|xn--[a-z\d-]+)\.?$/iu.test(name) && !fileName.test(name);
}
