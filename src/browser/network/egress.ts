import { networkWorkerCsp, isCspSource } from './connect-policy.ts';
import { CspReadiness, type CspReadinessParts } from './csp-readiness.ts';
import { type NetWorkerRequest, siteParameter } from './net-messages.ts';
import { trustedWorker } from '../trusted-worker.ts';
import type { CompanionExtension } from '../../ports/companion-extension.ts';
import type { OriginLimitedFetch } from '../../ports/network.ts';
import { type LentWorker, WorkerFetch } from './worker-fetch.ts';

/**
 * Opens the only paths by which requests leave the page: network workers, each limited to its sites by the browser's
 * CSP, and the companion, which reads the sites that the person granted there.
 */
export function openEgress({ worker, lost, companion, ...parts }: EgressParts): Egress {
  const csp = new CspReadiness({
    ...parts,
    container: navigator.serviceWorker,
    script: new URL('service-worker.js', document.baseURI).href,
    limits: () => hasPolicy(new URL(worker, document.baseURI)),
  });
  return new Egress(csp, worker, lost, companion);
}

/** A site that does not exist, for a network worker that is never started. */
const nobody = 'https://nobody.invalid';

async function hasPolicy(address: URL): Promise<boolean> {
  address.searchParams.append(siteParameter, nobody);
  const { headers } = await fetch(address);
  return headers.get('content-security-policy') === networkWorkerCsp(address.search);
}

interface EgressParts extends Omit<CspReadinessParts, 'container' | 'script' | 'limits'> {
  /** The URL of the network worker's script. */
  worker: string;
  lost: () => void;
  companion: CompanionExtension;
}

/**
 * The only way by which requests leave the page: it gives out fetch functions and network workers, each limited to its
 * sites. The browser's CSP enforces the limit if `limits` resolves to true.
 */
export class Egress {
  readonly #csp: CspReadiness;
  readonly #worker: string;
  readonly #lost: () => void;
  readonly #open = new Map<string, OriginLimitedFetch>();
  readonly companion: CompanionExtension;

  /**
   * `worker`: the URL of the network worker's script. `lost` is called if a network worker does not start, or this
   * browser does not support it.
   */
  constructor(csp: CspReadiness, worker: string, lost: () => void, companion: CompanionExtension) {
    this.companion = companion;
    this.#csp = csp;
    this.#worker = worker;
    this.#lost = lost;
  }

  /** Resolves to true if the browser's CSP limits the requests of network workers to their sites. */
  isGuarded(): Promise<boolean> {
    return this.#csp.ready();
  }

  /** True if the browser's CSP can limit a network worker for these sites to these sites and no others. */
  async limits(sites: readonly string[]): Promise<boolean> {
    return (await this.#csp.ready()) && sites.every(isCspSource);
  }

  /** Returns a fetch limited to these sites, the same one each time. */
  to(sites: readonly string[]): OriginLimitedFetch {
    const name = sites.join(' ');
    const siteFetch = this.#open.get(name) ?? this.keyed(sites, async () => null);
    this.#open.set(name, siteFetch);
    return siteFetch;
  }

  /** Returns a separate fetch, whose worker is given the key when it starts. */
  keyed(sites: readonly string[], key: () => Promise<string | null>): OriginLimitedFetch {
    const guarded = () => this.limits(sites);
    return new WorkerFetch({ guarded, start: async () => this.#started(sites, await key()), lost: this.#lost });
  }

  /**
   * Returns a network worker with the key, for another of the app's workers; `broken` is called if it cannot be loaded,
   * or has crashed.
   */
  async lend(sites: readonly string[], key: () => Promise<string | null>, broken: () => void): Promise<LentWorker> {
    const worker = this.#started(sites, await key());
    const { port1: port, port2 } = new MessageChannel();
    worker.onerror = (event) => {
      event.preventDefault();
      broken();
    };
    worker.postMessage({ kind: 'line', port: port2 } satisfies NetWorkerRequest, [port2]);
    return { port, lost: this.#lost, end: () => worker.terminate() };
  }

  #started(sites: readonly string[], key: string | null): Worker {
    const address = new URL(this.#worker, document.baseURI);
    for (const site of sites) address.searchParams.append(siteParameter, site);
    try {
      const worker = trustedWorker(address.href);
      worker.postMessage({ kind: 'key', key } satisfies NetWorkerRequest);
      return worker;
    } catch (error) {
      this.#lost();
      throw error;
    }
  }
}
