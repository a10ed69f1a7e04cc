import { toolFailure, type ToolResult } from '../domain/tool-result.ts';
import type { NetworkOutcome } from '../ports/network.ts';

/**
 * What became of something that was sent; null where an answer came that can be read like a page. Nothing here counts as
 * passing: what may have arrived is not sent again by itself (R6.2).
 */
export function sentOutcome(what: string, outcome: NetworkOutcome): ToolResult | null {
  const lost = (why: string) =>
    toolFailure(
      'failed',
      `${what}: ${why}, so it is not known whether it arrived. Do not send it again before that is clear.`,
    );
  switch (outcome.kind) {
    case 'unreachable':
      return lost('no answer could be read (the site does not permit it, or it or the network is down)');
    case 'timeout':
      return lost('there was no answer within 20 seconds');
    case 'too_large':
      return lost('the answer is too large');
    case 'redirected':
      return lost('the answer points to another address, which is not followed');
    case 'aborted':
      return lost('it was stopped');
    case 'response':
      if (outcome.status >= 200 && outcome.status < 300) return null;
      return toolFailure('failed', `${what} was answered with status ${outcome.status}.`, { status: outcome.status });
  }
}
