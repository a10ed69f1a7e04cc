import { portBlockedByBrowsers } from '../../values/barred-port.ts';
import { isPrivateAddress } from '../../values/private-address.ts';
import { parseJson } from '../../values/json.ts';
import { truncateText } from '../../values/truncate-text.ts';
import { decodeExternalText } from '../../records/decode-file.ts';
import { longestRetryDelay } from '../../task/retry-delay.ts';
import { toolError, type ToolResult } from '../../task/tool-result.ts';
import { retryAfterMs, type NetworkOutcome } from '../../ports/network.ts';

const other = 'Try another source.';

interface Moment {
  now: string;
  /** The limit of the request in seconds. */
  seconds: number;
}

/** Returns in plain words why an address could not be read; null if it was read. */
export function fetchError(url: string, outcome: NetworkOutcome, { now, seconds }: Moment): ToolResult | null {
  switch (outcome.kind) {
    case 'response': {
      const failure = statusFailure(url, outcome.status, outcome.retryAfter, now);
      return failure && withWords(failure, outcome);
    }
    case 'redirected':
      return toolError(
        'failed',
        `${url} redirects to another address, and the browser does not say which; redirects are not followed. Fetch the final address instead (often the same with https, or with or without “www.” or a “/” at the end).`,
        { cause: { failure: 'page_redirected', name: new URL(url).host } },
      );
    case 'timeout':
      return toolError('timeout', `${url} did not answer within ${seconds} seconds. ${other}`);
    case 'too_large':
      return toolError(
        'too_large',
        `${url} is larger than ${Math.round(outcome.limit / 1_000_000)} MB, the most that is read. ${other}`,
      );
    case 'unreachable':
      return (
        atBarredPort(url) ??
        atPrivateAddress(url) ??
        toolError(
          'network',
          `${url} could not be read: either the site does not permit a web page to read it (CORS), or it or the network is down. ${other}`,
        )
      );
    case 'no_key':
      return withoutKey(url);
    case 'aborted':
      return toolError('failed', `Reading ${url} was stopped.`);
  }
}

/** The error of a call that was not made, since the site's key is missing or locked. */
function withoutKey(url: string): ToolResult {
  const { host } = new URL(url);
  return toolError(
    'failed',
    `Nothing was sent: the person's key for ${host} is missing or locked. They can enter it in Settings under “Tools and permissions”. Go on without it.`,
    { cause: { failure: 'site_no_key', name: host } },
  );
}

/** Returns the error for a port that browsers refuse, where retrying is useless; null for any other address. */
function atBarredPort(url: string): ToolResult | null {
  const port = portBlockedByBrowsers(url);
  if (port === null) return null;
  const text = `${url} cannot be reached: browsers refuse to call port ${port}. The person has to move the server to another port, such as 8080. ${other}`;
  return { ...toolError('unsupported', text), output: { barred_port: port } };
}

/** The failure at a private address, where no other way of reading helps; null for any other address. */
function atPrivateAddress(url: string): ToolResult | null {
  const { hostname, host } = new URL(url);
  if (!isPrivateAddress(hostname)) return null;
  const text = `${url} could not be read: either the server does not run, or it does not permit web pages to read it (it has to send Access-Control-Allow-Origin). ${other}`;
  return { ...toolError('network', text), output: { private_server: host } };
}

const keyAdvice = 'The person can add or change a key for this site in Settings under “Tools and permissions”.';

const isSuccess = (status: number | undefined) => status !== undefined && status >= 200 && status < 300;

function statusFailure(url: string, status: number, retryAfter: string | null, now: string): ToolResult | null {
  if (isSuccess(status)) return null;
  if (status === 404 || status === 410)
    return {
      ...toolError('not_found', `There is no page at ${url} (${status}).`, { status }),
      output: { missing_page: new URL(url).host },
    };
  if (status === 401 || status === 403)
    return toolError(
      'failed',
      `${url} is not open to everyone: the site refused (${status}). ${keyAdvice} ${other}`,
      withStatus(status),
    );
  if (status === 408) return toolError('timeout', `${url} took too long to answer (408).`, { status });
  const wait = retryAfterMs(retryAfter, Date.parse(now));
  const pause = wait === null ? {} : { retry_after_ms: wait };
  const after = wait === null ? '' : ` ${waitSentence(wait)}`;
  if (status === 429)
    return toolError(
      'rate_limit',
      `The site of ${url} is being asked too often (429).${after || ' Wait before the next try.'}`,
      {
        status,
        ...pause,
      },
    );
  if (status >= 500)
    return toolError('server', `The site of ${url} has a fault of its own (${status}).${after}`, { status, ...pause });
  return toolError('failed', `${url} was answered with status ${status}. ${other}`, withStatus(status));
}

const withStatus = (status: number) => {
  const failure = status === 401 || status === 403 ? ('site_refused' as const) : ('site_status' as const);
  return { status, cause: { failure, name: String(status) } };
};

/** Says how long a server asks to wait and, if Cairn does not wait that long, what to do instead. */
export function waitSentence(wait_ms: number): string {
  const seconds = Math.ceil(wait_ms / 1000);
  return wait_ms <= longestRetryDelay
    ? `It asks to wait ${seconds} seconds.`
    : `It asks to wait ${Math.ceil(seconds / 60)} minutes, so it is not asked again now. ${other}`;
}

type Response = Extract<NetworkOutcome, { kind: 'response' }>;

/** The length of a site's own words on an error, in characters. */
const longestWords = 500;

/** The error with the site's own words on it: its text is then one from outside. */
function withWords(failure: ToolResult, response: Response): ToolResult {
  const words = wordsOf(response);
  return words === ''
    ? failure
    : { ...failure, text: `${failure.text} The answer says: ${words}`, quote: words, foreign: true };
}

/** The beginning of an answer that is JSON or plain text, on one line; empty for any other. */
function wordsOf({ mime, charset, body }: Response): string {
  const text = decodeExternalText(body, charset).text.trim();
  const isJson = /^[[{]/.test(text) && (/json/.test(mime) || parseJson(text) !== undefined);
  if (!isJson && (mime !== 'text/plain' || text.startsWith('<'))) return '';
  const line = truncateText(text, 4 * longestWords).replace(/\s+/g, ' ');
  return line.length > longestWords ? `${truncateText(line, longestWords - 1)}…` : line;
}

/** The statuses of a server's fault that say that a request was not carried out. */
const notCarriedOut: ReadonlySet<number> = new Set([501, 505]);

/**
 * Returns the error result of a request that changes something (POST, PUT …); null if it was taken. No such error
 * counts as temporary: a request that may have arrived is not sent again automatically. After a fault of the server or
 * of one before it, nobody knows whether it was carried out. For a port that browsers block, the result says that
 * nothing was sent.
 */
export function mutatingRequestError(
  method: string,
  url: string,
  outcome: NetworkOutcome,
  { now, seconds }: Moment,
): ToolResult | null {
  const what = `${method} ${url}`;
  const cause = { failure: 'outcome_unknown' as const, name: new URL(url).host };
  const lostRequestError = (why: string) =>
    toolError(
      'failed',
      `${what}: ${why}, so it is not known whether it arrived. Do not send it again before that is clear.`,
      { cause },
    );
  const status = 'status' in outcome ? outcome.status : undefined;
  if (isSuccess(status)) return null;
  if (status !== undefined) {
    const wait = outcome.kind === 'response' ? retryAfterMs(outcome.retryAfter, Date.parse(now)) : null;
    const after = wait === null ? '' : ` It asks to wait ${Math.ceil(wait / 1000)} seconds.`;
    const key = status === 401 || status === 403 ? ` ${keyAdvice}` : '';
    const isOpen = status === 408 || (status >= 500 && !notCarriedOut.has(status));
    const failure = isOpen
      ? toolError(
          'failed',
          `${what} was answered with status ${status}, so it is not known whether it was carried out. Do not send it again before that is clear.${after}`,
          { status, cause },
        )
      : toolError('failed', `${what} was answered with status ${status}.${after}${key}`, withStatus(status));
    return outcome.kind === 'response' ? withWords(failure, outcome) : failure;
  }
  switch (outcome.kind) {
    case 'response':
    case 'unreachable':
      return (
        atBarredPort(url) ??
        lostRequestError('no answer could be read (the site does not permit it, or it or the network is down)')
      );
    case 'timeout':
      return lostRequestError(`there was no answer within ${seconds} seconds`);
    case 'too_large':
      return lostRequestError('the answer is too large');
    case 'redirected':
      return lostRequestError('the answer points to another address, which is not followed');
    case 'no_key':
      return withoutKey(url);
    case 'aborted':
      return lostRequestError('it was stopped');
  }
}
