import { toolError, type FailureCause, type ToolError, type ToolResult } from '../../task/tool-result.ts';
import type { CompanionError } from '../../ports/companion-extension.ts';

const busyFor = 15_000;

/**
 * Returns why the companion read no page, and what to do; `direct` says why a direct request failed. The output
 * contains the error's code for the person, which the page translates.
 */
export function companionError(url: URL, why: CompanionError, direct = ''): ToolResult {
  const { code, say } = refusals[why];
  const text = why === 'absent' ? `${direct} ${say(url)}` : say(url);
  const failure = causes[why];
  const result = toolError(code, text, {
    ...(code === 'rate_limit' && { retry_after_ms: busyFor }),
    ...(failure && { cause: { failure, name: url.host } }),
  });
  return { ...result, output: { companion: why, site: url.host } };
}

/** Additional causes to tell the person, for errors whose code says too little. */
const causes: Partial<Record<CompanionError, FailureCause['failure']>> = {
  outdated: 'companion_outdated',
  bad_message: 'companion_outdated',
  paused: 'companion_paused',
  not_granted: 'companion_not_allowed',
  revoked: 'companion_not_allowed',
  render_not_granted: 'companion_not_allowed',
  redirected_ungranted: 'page_redirected',
  cannot_render: 'page_needs_scripts',
  render_empty: 'page_empty',
  render_consent: 'page_consent',
  render_sign_in: 'page_sign_in',
};

const other = 'Try another source.';
const isOpen = (url: URL) => url.protocol === 'https:';

const refusals: Record<CompanionError, { code: ToolError['code']; say: (url: URL) => string }> = {
  absent: {
    code: 'network',
    say: () =>
      'The companion, a browser extension that reads such pages, is not installed here; the person finds it in Settings under “Search and reading”.',
  },
  outdated: {
    code: 'failed',
    say: ({ href }) =>
      `${href} was not read: the companion is too old for this Cairn. The person has to build and load it anew. ${other}`,
  },
  paused: {
    code: 'failed',
    say: ({ href }) =>
      `${href} was not read: the companion is paused. The person can let it go on in the companion's own page. ${other}`,
  },
  not_granted: {
    code: 'failed',
    say: ({ href, host }) =>
      `${href} was not read: the person has not allowed ${host} in the companion. Do not try this site again; the person is asked anew after Cairn has been reloaded. ${other}`,
  },
  revoked: {
    code: 'failed',
    say: ({ href, host }) =>
      `${href} was not read to its end: the person took the permission for ${host} back. Do not try this site again. ${other}`,
  },
  redirected_ungranted: {
    code: 'failed',
    say: ({ href }) =>
      `${href} redirects to a site that the person has not allowed in the companion, which nothing was sent to. Fetch the final address instead, if it is known (often with or without “www.”). ${other}`,
  },
  private_address: {
    code: 'failed',
    say: ({ href }) =>
      `${href} was not read: the companion reads nothing on this machine or in a private network. ${other}`,
  },
  bad_address: {
    code: 'failed',
    say: (url) =>
      `${url.href} was not read: the companion reads addresses with https at the usual port only.${isOpen(url) ? '' : ' Try the same address with https.'} ${other}`,
  },
  too_large: {
    code: 'too_large',
    say: ({ href }) => `${href} was not read: it is larger than 5 MB, the most that is read. ${other}`,
  },
  timeout: {
    code: 'timeout',
    say: ({ href }) => `${href} was not read: it was not there in full within 20 seconds. ${other}`,
  },
  bad_type: {
    code: 'unsupported',
    say: ({ href }) =>
      `${href} was not read: it is neither text nor a PDF, nor of Word or Excel, and the companion reads nothing else. ${other}`,
  },
  unreachable: {
    code: 'network',
    say: ({ href }) => `${href} could not be read through the companion either: it or the network is down. ${other}`,
  },
  busy: {
    code: 'rate_limit',
    say: ({ href }) =>
      `${href} was not read yet: the companion is busy. It reads four pages at once and sixty a minute, and asks about one site at a time.`,
  },
  lost: {
    code: 'network',
    say: ({ href }) => `${href} was not read to its end: the companion was ended or reloaded meanwhile.`,
  },
  bad_message: {
    code: 'failed',
    say: ({ href }) =>
      `${href} was not read: the companion did not understand the request. The person has to update it. ${other}`,
  },
  render_not_granted: {
    code: 'failed',
    say: ({ href, host }) =>
      `${href} is (nearly) empty without its scripts, and the person has not allowed the scripts of ${host} in the companion. Do not try this page again; the person is asked anew after Cairn has been reloaded. ${other}`,
  },
  cannot_render: {
    code: 'unsupported',
    say: ({ href }) =>
      `${href} is (nearly) empty without its scripts, and the companion of this browser runs none: it does so in Chromium only. ${other}`,
  },
  render_timeout: {
    code: 'timeout',
    say: ({ href }) =>
      `${href} is (nearly) empty without its scripts, and they were not done within 10 seconds. ${other}`,
  },
  render_empty: {
    code: 'failed',
    say: ({ href }) => `${href} stayed empty for as long as its scripts could run. ${other}`,
  },
  render_consent: {
    code: 'failed',
    say: ({ href }) =>
      `${href} shows nothing but a question for consent, which is never answered for the person. ${other}`,
  },
  render_sign_in: {
    code: 'failed',
    say: ({ href }) => `${href} shows nothing but a sign-in; pages are read without the person's sign-ins. ${other}`,
  },
  aborted: { code: 'failed', say: ({ href }) => `Reading ${href} was stopped.` },
};
