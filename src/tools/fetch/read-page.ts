import { portBlockedByBrowsers } from '../../values/barred-port.ts';
import { isPrivateAddress } from '../../values/private-address.ts';
import type { ReaderSettings } from '../../records/reader-settings.ts';
import { toolError } from '../../task/tool-result.ts';
import { isRecord } from '../../values/json.ts';
import { decodeText } from '../../records/decode-file.ts';
import type { HtmlReader } from '../../ports/file-reading.ts';
import type { CompanionExtension, CompanionOutcome, RenderError } from '../../ports/companion-extension.ts';
import type { Network, NetworkLimits, NetworkOutcome } from '../../ports/network.ts';
import type { ToolRunOutcome } from '../../ports/toolbox.ts';
import { companionError } from './companion-error.ts';
import type { FetchedResponse } from './fetched-content.ts';
import { readThroughService, withReadingNote } from './reader.ts';

/** The Accept header of page requests. */
export const acceptHeader = 'text/html,application/xhtml+xml,application/json,text/csv,text/plain;q=0.9,*/*;q=0.5';

const readerAdvice =
  'Such pages can be read through a reader, a service that the person may switch on in Settings under “Search and reading”; it then sees every address and page that is read through it.';

interface Ways {
  network: Network;
  companion: CompanionExtension;
  markup: HtmlReader;
  reader: ReaderSettings;
  limits: NetworkLimits;
  /** The sites that are known to refuse cross-origin requests; a site read through the companion is added. */
  closed: Set<string>;
}

/**
 * Returns the result for a page, read in the first way that works: directly, if the site's CORS headers allow it, and
 * with the site's key in no other way; through the companion; through the reader service of the settings. A result that
 * was not read directly says how it was read; an error says what the person can do.
 */
export async function readPage(
  ways: Ways,
  url: URL,
  resultOf: (outcome: NetworkOutcome) => Promise<ToolRunOutcome>,
): Promise<ToolRunOutcome> {
  const { network, limits, closed } = ways;
  const direct: NetworkOutcome =
    closed.has(url.origin) && !limits.key
      ? { kind: 'unreachable' }
      : await network.get(url.href, { ...limits, accept: acceptHeader });
  if (limits.key || isPrivateAddress(url.hostname) || portBlockedByBrowsers(url.href) !== null) return resultOf(direct);
  if (direct.kind !== 'unreachable') return (await rendered(ways, url, direct, resultOf)) ?? resultOf(direct);
  const companionOutcome = await readThroughCompanion(ways, url);
  if (companionOutcome.kind === 'response') {
    closed.add(url.origin);
    const way = 'Read through the companion.';
    return (
      elsewhere(url, companionOutcome.url) ??
      (await rendered(ways, url, companionOutcome, resultOf)) ??
      withReadingNote(await resultOf(companionOutcome), way)
    );
  }
  if (companionOutcome.why === 'aborted') return resultOf({ kind: 'aborted' });
  if (companionOutcome.why === 'revoked') return { result: companionError(url, companionOutcome.why) };
  return readThroughService(ways, url, resultOf, async () => {
    const { result } = await resultOf(direct);
    const text = ways.reader.enabled ? result.text : `${result.text} ${readerAdvice}`;
    if (companionOutcome.why === 'absent' && !isForCompanion(url)) {
      const secure = url.protocol === 'http:' ? ' Try the same address with https.' : '';
      return { result: { ...result, text: text + secure, output: { closed_site: url.host } } };
    }
    return { result: companionError(url, companionOutcome.why, text) };
  });
}

/** True if the companion, once installed, may read such an address. */
const isForCompanion = ({ protocol, port }: URL) => protocol === 'https:' && port === '';

/**
 * Returns the result for a page that is (nearly) empty without its scripts, rendered by the companion; if that fails,
 * the page without scripts, and why. Null if the page needs no scripts, or there is no companion.
 */
async function rendered(
  { companion, markup, limits }: Ways,
  url: URL,
  plain: NetworkOutcome,
  resultOf: (outcome: NetworkOutcome) => Promise<ToolRunOutcome>,
): Promise<ToolRunOutcome | null> {
  if (plain.kind !== 'response' || plain.status >= 300 || !(await needsScripts(markup, plain))) return null;
  const render = () => companion.render(url.href, limits);
  let page = await render();
  if (page.kind === 'refused' && page.why === 'render_not_granted') {
    const answer = await companion.ask(url.origin, url.href, limits.signal, 'render');
    page = answer === 'granted' ? await render() : { kind: 'refused', why: answer };
  }
  const way = 'Read through the companion, rendered.';
  const error = page.kind === 'response' ? await renderFault(markup, page) : page.why;
  if (page.kind === 'response' && !error) return elsewhere(url, page.url) ?? withReadingNote(await resultOf(page), way);
  if (!error || error === 'absent') return null;
  if (error === 'aborted') return resultOf({ kind: 'aborted' });
  const failure = companionError(url, error);
  const rest = await resultOf(plain);
  if (!rest.result.ok) return { result: failure };
  const { output } = rest.result;
  const noted = { ...(isRecord(output) ? output : {}), companion: error, site: url.host };
  return withReadingNote({ ...rest, result: { ...rest.result, output: noted } }, failure.text);
}

/** Reads the page; if the site's permission is missing, the companion's page asks the person for it first. */
async function readThroughCompanion({ companion, limits }: Ways, url: URL): Promise<CompanionOutcome> {
  const readOnce = () => companion.read(url.href, limits);
  const first = await readOnce();
  if (first.kind === 'response' || first.why !== 'not_granted') return first;
  const answer = await companion.ask(url.origin, url.href, limits.signal);
  return answer === 'granted' ? readOnce() : { kind: 'refused', why: answer };
}

/** Returns the error for a redirect to another site, which nobody has allowed for this call. */
function elsewhere(url: URL, final: string): ToolRunOutcome | null {
  const end = URL.canParse(final) ? new URL(final) : null;
  if (end?.origin === url.origin) return null;
  const where = end ? ` to ${end.href}: fetch that address instead` : ', and it is not known where to';
  const cause = end
    ? { failure: 'page_redirected_to' as const, name: end.host }
    : { failure: 'page_redirected' as const, name: url.host };
  return { result: toolError('failed', `${url.href} redirects to another site${where}.`, { cause }) };
}

/** The length of text, in characters, below which a page may be empty without its scripts. */
const little = 200;
const consent = /\b(?:cookies?|consent|your privacy)\b|隐私|同意|Datenschutz|confidentialité/i;

/** True if it is an HTML page with scripts that shows (nearly) nothing without them. */
export async function needsScripts(markup: HtmlReader, response: FetchedResponse): Promise<boolean> {
  if (!/html/.test(response.mime)) return false;
  const { scripts, text } = await markup.bare(htmlOf(response));
  return scripts && text.length < little;
}

/** Returns why a rendered page has nothing to read, or null. */
async function renderFault(markup: HtmlReader, response: FetchedResponse): Promise<RenderError | null> {
  const { text, passwords, buttons } = await markup.bare(htmlOf(response));
  if (text === '') return 'render_empty';
  if (text.length < 2 * little && passwords) return 'render_sign_in';
  return text.length < 2 * little && buttons && consent.test(text) ? 'render_consent' : null;
}

const htmlOf = ({ body, charset }: FetchedResponse) => decodeText(body, charset);
