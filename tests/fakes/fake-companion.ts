import { parseContentType } from '../../src/browser/network/network.ts';
import type {
  CompanionExtension,
  CompanionOutcome,
  CompanionError,
  CompanionState,
} from '../../src/ports/companion-extension.ts';
import type { NetworkLimits } from '../../src/ports/network.ts';

interface CompanionPage {
  type?: string;
  body?: string;
  /** The final address after redirects, if it differs. */
  url?: string;
  refused?: CompanionError;
}

/**
 * A companion that serves the test's `pages`; unless `is` is `ready`, none is installed. `granted` grows with what the
 * person is asked for.
 */
export class FakeCompanion implements CompanionExtension {
  readonly pages = new Map<string, CompanionPage>();
  readonly granted = new Set<string>();
  /** The sites that the person was asked about; then the addresses that were read; both in order. */
  readonly asked: string[] = [];
  readonly reads: string[] = [];
  is: CompanionState = 'absent';
  /** The person's answer. */
  answer: 'granted' | CompanionError = 'granted';

  async state(): Promise<CompanionState> {
    return this.is;
  }

  async sites(): Promise<readonly string[]> {
    return [...this.granted];
  }

  async read(url: string, { site, signal, max_bytes }: NetworkLimits): Promise<CompanionOutcome> {
    const refused = (why: CompanionError): CompanionOutcome => ({ kind: 'refused', why });
    if (signal.aborted) return refused('aborted');
    if (new URL(url).origin !== site) return refused('bad_address');
    if (this.is !== 'ready') return refused(this.is);
    if (!this.granted.has(site)) return refused('not_granted');
    this.reads.push(url);
    const page = this.pages.get(url);
    if (!page) return refused('unreachable');
    if (page.refused) return refused(page.refused);
    const body = new TextEncoder().encode(page.body ?? '');
    if (body.length > max_bytes) return refused('too_large');
    return {
      kind: 'response',
      status: 200,
      url: page.url ?? url,
      ...parseContentType(page.type ?? 'text/plain'),
      retryAfter: null,
      body,
    };
  }

  /** The pages after their scripts have run. */
  readonly rendered = new Map<string, CompanionPage>();
  readonly scripts = new Set<string>();

  async render(url: string, { site }: NetworkLimits): Promise<CompanionOutcome> {
    if (this.is !== 'ready') return { kind: 'refused', why: this.is };
    if (!this.scripts.has(site)) return { kind: 'refused', why: 'render_not_granted' };
    const { refused, body = '', url: end } = this.rendered.get(url) ?? {};
    if (refused) return { kind: 'refused', why: refused };
    const page = { status: 200, url: end ?? url, mime: 'text/html', charset: 'utf-8', retryAfter: null };
    return { kind: 'response', ...page, body: new TextEncoder().encode(body) };
  }

  async ask(
    site: string,
    _why: string,
    _signal: AbortSignal,
    to: 'read' | 'render' = 'read',
  ): Promise<'granted' | CompanionError> {
    this.asked.push(to === 'read' ? site : `scripts of ${site}`);
    if (this.answer === 'granted') (to === 'read' ? this.granted : this.scripts).add(site);
    return this.answer;
  }
}
