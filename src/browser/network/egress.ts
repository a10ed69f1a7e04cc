import { CspReadiness, type CspReadinessParts, isNameable } from './csp-readiness.ts';
import { NetWorkerClient } from './net-worker-client.ts';
import { keyPlaceholder, siteParameter } from './net-messages.ts';
import { trustedWorker } from '../trusted-worker.ts';
import type { SiteFetch } from '../../ports/network.ts';

/** How long a network worker that nobody asks anything stays, in milliseconds. */
const idle = 30_000;

/** Opens the only way by which requests leave the page (R13.4): network workers, each held to its sites by the browser. */
export function openEgress({ worker, lost, ...parts }: EgressParts): Egress {
  return new Egress(new CspReadiness({ ...parts, container: navigator.serviceWorker }), worker, lost);
}

interface EgressParts extends Omit<CspReadinessParts, 'container'> {
  /** The address of the network worker's script. */
  worker: string;
  lost: () => void;
}

export class Egress {
  readonly #csp: CspReadiness;
  readonly #worker: string;
  readonly #lost: () => void;
  readonly #open = new Map<string, SiteFetch>();

  /** `worker`: the address of the network worker's script. `lost` hears of a network worker that does not start, or that this browser cannot have. */
  constructor(csp: CspReadiness, worker: string, lost: () => void) {
    this.#csp = csp;
    this.#worker = worker;
    this.#lost = lost;
  }

  /** Whether the browser holds what leaves to its sites. */
  isGuarded(): Promise<boolean> {
    return this.#csp.ready();
  }

  /** The way to these sites, the same one each time. */
  to(sites: readonly string[]): SiteFetch {
    const name = sites.join(' ');
    const siteFetch = this.#open.get(name) ?? this.keyed(sites, async () => null);
    this.#open.set(name, siteFetch);
    return siteFetch;
  }

  /** A way of its own, whose worker is given the key when it starts. */
  keyed(sites: readonly string[], key: () => Promise<string | null>): SiteFetch {
    return new WorkerFetch({ csp: this.#csp, worker: this.#worker, sites, key, lost: this.#lost });
  }
}

/** A worker that has been started, and whether the browser holds it to exactly its sites. */
interface Opened {
  client: NetWorkerClient;
  guarded: boolean;
}

interface WorkerFetchParts {
  csp: CspReadiness;
  worker: string;
  sites: readonly string[];
  key: () => Promise<string | null>;
  lost: () => void;
}

/** One worker at a time, started when it is needed. */
class WorkerFetch implements SiteFetch {
  readonly keyPlaceholder = keyPlaceholder;
  readonly #parts: WorkerFetchParts;
  #opening: Promise<Opened> | null = null;
  #users = 0;
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: WorkerFetchParts) {
    this.#parts = parts;
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    if (input instanceof Request) throw new TypeError('The address must be given as such.');
    return this.#with(({ client, guarded }) => client.request(String(input), strict(init, guarded)));
  };

  clean(text: string): Promise<string> {
    return this.#with(({ client }) => client.clean(text));
  }

  close(): void {
    clearTimeout(this.#closing);
    this.#opening?.then(({ client }) => client.close()).catch(() => undefined);
    this.#opening = null;
  }

  async #with<T>(work: (open: Opened) => Promise<T>): Promise<T> {
    clearTimeout(this.#closing);
    this.#users += 1;
    try {
      return await work(await this.#opened());
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#closing = setTimeout(() => void this.#closeIdle(), idle);
    }
  }

  /** A worker that was started before the browser could hold it to its sites makes way for one that is held. */
  async #opened(): Promise<Opened> {
    const guarded = (await this.#parts.csp.ready()) && this.#parts.sites.every(isNameable);
    const before = this.#opening;
    const open = await before?.catch(() => null);
    if (open && !open.client.broken && (open.guarded || !guarded || open.client.isBusy)) return open;
    if (this.#opening === before) this.close();
    return (this.#opening ??= this.#start(guarded));
  }

  async #start(guarded: boolean): Promise<Opened> {
    const key = await this.#parts.key();
    const address = new URL(this.#parts.worker, document.baseURI);
    for (const site of this.#parts.sites) address.searchParams.append(siteParameter, site);
    return { client: new NetWorkerClient(this.#worker(address.href), key, this.#parts.lost), guarded };
  }

  #worker(address: string): Worker {
    try {
      return trustedWorker(address);
    } catch (error) {
      this.#parts.lost();
      throw error;
    }
  }

  async #closeIdle(): Promise<void> {
    const open = await this.#opening?.catch(() => null);
    if (open?.client.isBusy) this.#closing = setTimeout(() => void this.#closeIdle(), idle);
    else this.close();
  }
}

/**
 * Only the browser can tell whether a redirect stays with the sites: where it does not watch, none is followed. A request
 * whose answer nobody may read (`no-cors`) can forbid no redirect; it holds nothing of anybody's.
 */
function strict(init: RequestInit, guarded: boolean): RequestInit {
  return init.redirect === 'follow' && init.mode !== 'no-cors' && !guarded ? { ...init, redirect: 'error' } : init;
}
