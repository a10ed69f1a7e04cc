import { expect, test, vi } from 'vitest';
import { CspReadiness } from '../../src/browser/network/csp-readiness.ts';

const never = () => new Promise<never>(() => undefined);

/** A container whose service worker takes the page when it is asked, or `never`. */
class Container extends EventTarget {
  controller: object | null = null;
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
    this.controller = {};
    this.dispatchEvent(new Event('controllerchange'));
  }
}

function guard(container: Container | undefined, parts: { registered?: boolean; wait?: () => Promise<void> } = {}) {
  const { registered = true, wait = never } = parts;
  const given = container as unknown as ServiceWorkerContainer | undefined;
  return new CspReadiness({ container: given, register: async () => registered, wait });
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
