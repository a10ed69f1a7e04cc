import { Guard, type GuardParts } from './browser/guard.ts';
import { isNameable } from './browser/nameable-site.ts';
import { NetDoor } from './browser/net-door.ts';
import { keyStandIn, siteParameter } from './browser/net-messages.ts';
import { trustedWorker } from './browser/trusted-worker.ts';
import type { Way } from './ports/way.ts';
import netWorker from './net-worker.ts?worker&url';

/** How long a network worker that nobody asks anything stays, in milliseconds. */
const idle = 30_000;

/** The part of `main.ts` that is loaded when something is to leave the page: all of it goes through here (R13.4). */
export function openWayOut({ lost, ...parts }: Omit<GuardParts, 'container'> & { lost: () => void }): WayOut {
  return new WayOut(new Guard({ ...parts, container: navigator.serviceWorker }), lost);
}

export class WayOut {
  readonly #guard: Guard;
  readonly #lost: () => void;
  readonly #open = new Map<string, Way>();

  /** `lost` hears of a network worker that does not start, or that this browser cannot have. */
  constructor(guard: Guard, lost: () => void) {
    this.#guard = guard;
    this.#lost = lost;
  }

  /** Whether the browser holds what leaves to its sites. */
  isGuarded(): Promise<boolean> {
    return this.#guard.ready();
  }

  /** The way to these sites, the same one each time. */
  to(sites: readonly string[]): Way {
    const name = sites.join(' ');
    const way = this.#open.get(name) ?? this.keyed(sites, async () => null);
    this.#open.set(name, way);
    return way;
  }

  /** A way of its own, whose worker is given the key when it starts. */
  keyed(sites: readonly string[], key: () => Promise<string | null>): Way {
    return new OneWay(this.#guard, sites, key, this.#lost);
  }
}

/** A worker that has been started, and whether the browser holds it to exactly its sites. */
interface Opened {
  door: NetDoor;
  guarded: boolean;
}

/** One worker at a time, started when it is needed. */
class OneWay implements Way {
  readonly keyStandIn = keyStandIn;
  readonly #guard: Guard;
  readonly #sites: readonly string[];
  readonly #key: () => Promise<string | null>;
  readonly #lost: () => void;
  #opening: Promise<Opened> | null = null;
  #users = 0;
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor(guard: Guard, sites: readonly string[], key: () => Promise<string | null>, lost: () => void) {
    this.#guard = guard;
    this.#sites = sites;
    this.#key = key;
    this.#lost = lost;
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    if (input instanceof Request) throw new TypeError('The address must be given as such.');
    return this.#with(({ door, guarded }) => door.request(String(input), strict(init, guarded)));
  };

  clean(text: string): Promise<string> {
    return this.#with(({ door }) => door.clean(text));
  }

  close(): void {
    clearTimeout(this.#closing);
    this.#opening?.then(({ door }) => door.close()).catch(() => undefined);
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
    const guarded = (await this.#guard.ready()) && this.#sites.every(isNameable);
    const before = this.#opening;
    const open = await before?.catch(() => null);
    if (open && !open.door.broken && (open.guarded || !guarded || open.door.isBusy)) return open;
    if (this.#opening === before) this.close();
    return (this.#opening ??= this.#start(guarded));
  }

  async #start(guarded: boolean): Promise<Opened> {
    const key = await this.#key();
    const address = new URL(netWorker, document.baseURI);
    for (const site of this.#sites) address.searchParams.append(siteParameter, site);
    return { door: new NetDoor(this.#worker(address.href), key, this.#lost), guarded };
  }

  #worker(address: string): Worker {
    try {
      return trustedWorker(address);
    } catch (error) {
      this.#lost();
      throw error;
    }
  }

  async #closeIdle(): Promise<void> {
    const open = await this.#opening?.catch(() => null);
    if (open?.door.isBusy) this.#closing = setTimeout(() => void this.#closeIdle(), idle);
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
