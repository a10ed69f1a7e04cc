import type { OriginLimitedFetch } from '../../ports/network.ts';
import { NetWorkerClient, type NetPort } from './net-worker-client.ts';
import { keyPlaceholder, type NetWorkerRequest, type NetMessage } from './net-messages.ts';

/** The time after which an idle network worker is terminated, in milliseconds. */
const idle = 30_000;

/** A started worker; `guarded` is true if the browser's CSP limits it to exactly its sites. */
interface Opened {
  client: NetWorkerClient;
  guarded: boolean;
}

export interface WorkerFetchParts {
  /** True if the browser's CSP limits a worker that is started now to exactly its sites. */
  guarded: () => Promise<boolean>;
  start: () => Promise<NetPort>;
  /** Called if a worker does not start. */
  lost: () => void;
}

/** A fetch through one worker at a time, started on demand. */
export class WorkerFetch implements OriginLimitedFetch {
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

  clean(texts: readonly string[]): Promise<string[]> {
    return this.#with(({ client }) => client.clean(texts), this.#running());
  }

  cleanBeginning(text: string): Promise<{ text: string; held: string }> {
    return this.#with(({ client }) => client.cleanBeginning(text), this.#running());
  }

  close(): void {
    clearTimeout(this.#closing);
    this.#opening?.then(({ client }) => client.close()).catch(() => undefined);
    this.#opening = null;
  }

  async #with<T>(work: (open: Opened) => Promise<T>, opened = this.#opened()): Promise<T> {
    clearTimeout(this.#closing);
    this.#users += 1;
    try {
      return await work(await opened);
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#closing = setTimeout(() => void this.#closeIdle(), idle);
    }
  }

  /**
   * Returns the running worker, or starts one if none is running. A worker that the CSP does not limit is returned,
   * too: this is for work that sends nothing over the network.
   */
  async #running(): Promise<Opened> {
    const open = await this.#opening?.catch(() => null);
    return open && !open.client.broken ? open : this.#opened();
  }

  /** Returns the running worker. One that was started before the CSP could limit it is replaced. */
  async #opened(): Promise<Opened> {
    const before = this.#opening;
    const open = await before?.catch(() => null);
    if (open?.guarded && !open.client.broken) return open;
    const guarded = await this.#parts.guarded();
    /** Another request has started or closed a worker meanwhile. */
    if (this.#opening !== before) return this.#opened();
    if (open && !open.client.broken && (!guarded || open.client.isBusy)) return open;
    open?.client.closeAfterCleaning();
    return (this.#opening = this.#start(guarded));
  }

  async #start(guarded: boolean): Promise<Opened> {
    return { client: new NetWorkerClient(await this.#parts.start(), this.#parts.lost), guarded };
  }

  async #closeIdle(): Promise<void> {
    const open = await this.#opening?.catch(() => null);
    if (open?.client.isBusy) this.#closing = setTimeout(() => void this.#closeIdle(), idle);
    else this.close();
  }
}

/**
 * Returns the request's options; redirects are refused if the CSP does not limit them to the sites, which only the
 * browser can check. A `no-cors` request cannot refuse redirects; its response is unreadable and it carries nothing
 * private.
 */
function strict(init: RequestInit, guarded: boolean): RequestInit {
  return init.redirect === 'follow' && init.mode !== 'no-cors' && !guarded ? { ...init, redirect: 'error' } : init;
}

/** A network worker of the page, lent to another of the app's workers. */
export interface LentWorker {
  /** The port to the network worker. */
  port: MessagePort;
  /** Reports that the worker has not started. */
  lost: () => void;
  end: () => void;
}

/** Lends network workers for the sites and the key of one connection. */
export interface WorkerLender {
  guarded: () => Promise<boolean>;
  /** `broken` is called if the worker cannot be loaded, or has crashed. */
  lend: (broken: () => void) => Promise<LentWorker>;
}

/** Returns a fetch through network workers that the page lends; they belong to the page, and only they have the key. */
export function fetchThroughLentWorkers({ guarded, lend }: WorkerLender): OriginLimitedFetch {
  let reportWorkerLoss = (): void => undefined;
  const start = async () => {
    const port = new PortOfWorker();
    const lent = await lend(() => port.onerror?.(new ErrorEvent('error')));
    reportWorkerLoss = lent.lost;
    port.connect(lent);
    return port;
  };
  return new WorkerFetch({ guarded, start, lost: () => reportWorkerLoss() });
}

class PortOfWorker implements NetPort {
  onmessage: NetPort['onmessage'] = null;
  onerror: NetPort['onerror'] = null;
  #lent: LentWorker | null = null;

  connect(lent: LentWorker): void {
    this.#lent = lent;
    lent.port.onmessage = (event: MessageEvent<NetMessage>) => this.onmessage?.(event);
  }

  postMessage(ask: NetWorkerRequest): void {
    this.#lent?.port.postMessage(ask);
  }

  terminate(): void {
    const lent = this.#lent;
    this.#lent = null;
    lent?.port.close();
    lent?.end();
  }
}
