import type { SearchFault } from '../../domain/search-outcome.ts';
import { toolFailure, type ToolFailure, type ToolResult } from '../../domain/tool-result.ts';

const codes: Readonly<Record<SearchFault['code'], ToolFailure['code']>> = {
  no_address: 'failed',
  no_key: 'failed',
  wrong_key: 'failed',
  no_credit: 'failed',
  rate_limit: 'rate_limit',
  format_disabled: 'failed',
  refused: 'failed',
  redirected: 'failed',
  timeout: 'timeout',
  too_large: 'too_large',
  unreachable: 'network',
  server: 'server',
  unreadable: 'failed',
  stopped: 'failed',
};

/** A fault of a search as an observation: what is wrong, and who can mend it. */
export function searchFailure(fault: SearchFault): ToolResult {
  const { code, status, retry_after_ms, detail } = fault;
  const said = detail === '' ? '' : ` It says: “${detail}”`;
  const more = { ...(status === null ? {} : { status }), ...(retry_after_ms === null ? {} : { retry_after_ms }) };
  return { ...toolFailure(codes[code], `${words(fault)}${said}`, more), foreign: detail !== '' };
}

const byPerson = 'Only the person can change that, in Settings under Search. Go on without search, or tell them.';

function words({ code, host, status, retry_after_ms }: SearchFault): string {
  switch (code) {
    case 'no_address':
      return `Search has no address to ask. ${byPerson}`;
    case 'no_key':
      return `Search at ${host} needs a key, and there is none that can be used now. ${byPerson}`;
    case 'wrong_key':
      return `${host} does not accept the key for search. ${byPerson}`;
    case 'no_credit':
      return `The credit for search at ${host} is used up. ${byPerson}`;
    case 'rate_limit':
      return `${host} is being asked too often. ${retry_after_ms === null ? 'Wait before the next search.' : `It asks to wait ${Math.ceil(retry_after_ms / 1000)} seconds.`}`;
    case 'format_disabled':
      return `${host} does not give its results as JSON: its operator must add “json” to the formats in its settings. ${byPerson}`;
    case 'refused':
      return `${host} refused the search (${status ?? ''}).`;
    case 'redirected':
      return `${host} redirects the search to another address, which is not followed: the address in the settings must be the final one. ${byPerson}`;
    case 'timeout':
      return `${host} did not answer the search in time.`;
    case 'too_large':
      return `${host} answered the search with more than can be read.`;
    case 'unreachable':
      return `${host} could not be asked: either it does not permit web pages to use it (CORS), or it or the network is down.`;
    case 'server':
      return `${host} has a fault of its own (${status ?? ''}).`;
    case 'unreadable':
      return `What ${host} answered is no list of results: the address in the settings may be wrong. ${byPerson}`;
    case 'stopped':
      return 'The search was stopped.';
  }
}
