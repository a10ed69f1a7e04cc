import { expect, test, vi } from 'vitest';
import { CspReadiness, type CspReadinessParts } from '../../../src/browser/network/csp-readiness.ts';

const script = 'https://cairn.example/app/service-worker.js';
const never = () => new Promise<never>(() => undefined);

/** A container whose service worker takes the page when it is asked, or `never`. */
class Container extends EventTarget {
  controller: { scriptURL: string } | null = null;
  readonly said: unknown[] = [];
  readonly ready;

  constructor(takes: boolean) {
    super();
    const postMessage = (message: unknown) => {
      this.said.push(message);
      if (takes) this.take();
    };
    this.ready = Promise.resolve({ active: { postMessage } });
  }

  /** The worker that is being installed. */
  readonly installing = Object.assign(new EventTarget(), { state: 'installing' });
  getRegistration = async () => ({ installing: this.installing });

  take(): void {
    this.controller = { scriptURL: script };
    this.dispatchEvent(new Event('controllerchange'));
  }
}

function guard(container: Container | undefined, parts: Partial<CspReadinessParts> & { registered?: boolean } = {}) {
  const { registered = true, wait = never, limits = async () => true } = parts;
  const given = container as unknown as ServiceWorkerContainer | undefined;
  return new CspReadiness({ container: given, register: async () => registered, wait, script, limits });
}

test('R13.4 a page under the service worker is guarded at once', async () => {
  const container = new Container(false);
  container.take();
  expect(await guard(container).ready()).toBe(true);
  expect(container.said).toEqual([]);
});

test('R13.4 a page that is not under it yet asks to be, and waits', async () => {
  const container = new Container(true);
  expect(await guard(container).ready()).toBe(true);
  expect(container.said).toEqual([{ kind: 'claim' }]);
});

test('R13.4 where there is none, or it could not be registered, nothing is waited for', async () => {
  expect(await guard(undefined).ready()).toBe(false);
  expect(await guard(new Container(true), { registered: false }).ready()).toBe(false);
});

test('R13.4 one that does not come is waited for once, and counts when it comes later', async () => {
  const container = new Container(false);
  const wait = vi.fn(async () => undefined);
  const held = guard(container, { wait });
  expect([await held.ready(), await held.ready()]).toEqual([false, false]);
  expect(wait).toHaveBeenCalledTimes(1);
  container.take();
  expect(await held.ready()).toBe(true);
});

test('R13.4 a service worker whose registration never ends is given up', async () => {
  const held = new CspReadiness({
    container: new Container(true) as unknown as ServiceWorkerContainer,
    register: () => new Promise<boolean>(() => undefined),
    wait: async () => undefined,
    script,
    limits: async () => true,
  });
  expect(await held.ready()).toBe(false);
});

test('R13.4 a service worker that cannot be installed is waited for no longer', async () => {
  const container = new Container(false);
  const ready = guard(container).ready();
  await vi.waitFor(() => expect(container.said).toHaveLength(1));
  container.installing.state = 'redundant';
  container.installing.dispatchEvent(new Event('statechange'));
  expect(await ready).toBe(false);
});

test.each([
  ['of another app at the root', 'https://cairn.example/service-worker.js'],
  ['of a folder within', 'https://cairn.example/app/x/service-worker.js'],
  ['of another name', 'https://cairn.example/app/sw.js'],
  ['with a query', `${script}?v=1`],
  ['of another port', 'https://cairn.example:8443/app/service-worker.js'],
])('R13.4 a service worker %s is not taken for Cairn’s', async (_, scriptURL) => {
  const container = new Container(false);
  container.controller = { scriptURL };
  const limits = vi.fn(async () => true);
  const held = guard(container, { wait: async () => undefined, limits });
  expect(await held.ready()).toBe(false);
  expect(limits).not.toHaveBeenCalled();
});

test('R13.4 a foreign service worker is asked to give the page over, and Cairn’s counts from then on', async () => {
  const container = new Container(true);
  container.controller = { scriptURL: 'https://cairn.example/sw.js' };
  expect(await guard(container).ready()).toBe(true);
  expect(container.said).toEqual([{ kind: 'claim' }]);
});

test('R13.4 where a network worker’s script comes without its policy, the page is not guarded, until it does', async () => {
  const container = new Container(false);
  container.take();
  const limits = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockRejectedValueOnce(new TypeError('x'));
  limits.mockResolvedValue(true);
  const held = guard(container, { limits });
  expect([await held.ready(), await held.ready(), await held.ready(), await held.ready()]).toEqual([
    ...[false, false, true, true],
  ]);
  expect(limits).toHaveBeenCalledTimes(3);
});

test('R13.4 another service worker that takes the page over is not guarded by what the one before proved', async () => {
  const container = new Container(false);
  container.take();
  const held = guard(container, { wait: async () => undefined, limits: async () => true });
  expect(await held.ready()).toBe(true);
  container.controller = { scriptURL: 'https://cairn.example/evil.js' };
  expect(await held.ready()).toBe(false);
  const limits = vi.fn(async () => {
    container.controller = { scriptURL: 'https://cairn.example/evil.js' };
    return true;
  });
  container.take();
  expect(await guard(container, { limits }).ready()).toBe(false);
});
