// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { greeting } from '../../../extension/protocol.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the bridge in Firefox', () => {
  /** What the bridge does with a message to the page's window, and with the end of the page. */
  async function bridge(message: Record<string, unknown> = {}) {
    vi.resetModules();
    vi.stubGlobal('cairnOrigins', [location.origin]);
    const page = { onmessage: null, postMessage: vi.fn(), close: vi.fn() };
    const background = {
      postMessage: vi.fn(),
      disconnect: vi.fn(),
      onMessage: { addListener: vi.fn() },
      onDisconnect: { addListener: vi.fn() },
    };
    const connect = vi.fn(() => background);
    vi.stubGlobal('chrome', { runtime: { connect } });
    const listeners = new Map<string, (event: Event) => void>();
    vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
      listeners.set(type, listener as (event: Event) => void);
    });
    const happen = (event: Event) => listeners.get(event.type)?.(event);
    await import('../../../extension/bridge.ts');
    const greeted = { source: window, origin: location.origin, data: greeting, ports: [page] };
    happen(Object.assign(new Event('message'), greeted, message));
    return { page, background, connect, happen };
  }

  test('a page that is left, also to be kept and shown again, ends its line, and its reads with it', async () => {
    const { page, background, connect, happen } = await bridge();
    expect(connect).toHaveBeenCalledTimes(1);
    happen(new Event('pagehide'));
    expect(background.disconnect).toHaveBeenCalledTimes(1);
    expect(page.postMessage).toHaveBeenCalledWith({ kind: 'closed' });
    expect(page.close).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['from a frame', { source: null }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['with other words', { data: 'hello' }],
    ['without a port', { ports: [] }],
  ])('a greeting %s opens none', async (_, message) => {
    expect((await bridge(message)).connect).not.toHaveBeenCalled();
  });
});
