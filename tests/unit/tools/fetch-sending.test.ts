// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { isTransientError } from '../../../src/task/tool-result.ts';
import type { NetworkOutcome } from '../../../src/ports/network.ts';
import type { CheckedCall } from '../../../src/ports/toolbox.ts';
import { fetchTool } from '../../../src/tools/fetch/fetch.ts';
import { htmlPageReader } from '../../../src/tools/fetch/readable-page.ts';
import type { SiteKey } from '../../../src/records/site-key.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { FakeCompanion } from '../../fakes/fake-companion.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { FakePdfText } from '../../fakes/fake-pdf-text.ts';

const address = 'https://example.org/orders';

function check(network: FakeNetwork, input: object, keys: readonly SiteKey[] = []): CheckedCall {
  const tool = fetchTool({
    network,
    markup: htmlPageReader,
    companion: new FakeCompanion(),
    pdf: new FakePdfText(),
    reader: () => ({ enabled: true, base_url: 'https://reader.example/' }),
    siteKeys: () => keys,
  });
  return toolbox([tool]).check('fetch', input);
}

async function send(network: FakeNetwork, input: object, keys: readonly SiteKey[] = []) {
  const call = check(network, { url: address, ...input }, keys);
  if (!call.ok || call.place !== 'remote') throw new Error('no remote call');
  return call.run({
    ...{
      site: call.access.origin,
      signal: new AbortController().signal,
      progress: () => undefined,
      files: async () => [],
    },
    ...{ now: '2026-01-14T09:00:00.000Z', zone: 'UTC', sessionId: 's' },
  });
}

describe('R9.3 other methods than GET', () => {
  test('R9.12 need the person each time, who sees the address and every letter that is sent', () => {
    const call = check(new FakeNetwork(), { url: address, method: 'POST', body: ' {"dish": "pho"}\n' });
    expect(call).toMatchObject({
      ok: true,
      repeatable: false,
      access: { rule: 'always_ask', origin: 'https://example.org', subject: `POST ${address}\n\n {"dish": "pho"}\n` },
    });
    expect(check(new FakeNetwork(), { url: address })).toMatchObject({ repeatable: true, access: { rule: 'site' } });
  });

  test.each([
    ['{"dish":"pho"}', 'application/json'],
    ['one pho, please', 'text/plain;charset=utf-8'],
  ])('send what was given as what it is: %s', async (body, type) => {
    const network = new FakeNetwork().page(address, { type: 'application/json', echo: true });
    const { result } = await send(network, { method: 'PUT', body });
    expect(result.output).toMatchObject({ method: 'PUT', body, headers: { 'content-type': type } });
  });

  test('send nothing with GET and DELETE', () => {
    for (const method of ['GET', 'DELETE'])
      expect(check(new FakeNetwork(), { url: address, method, body: 'x' })).toMatchObject({
        ok: false,
        result: { text: expect.stringContaining(`${method} sends no “body”`) as string },
      });
  });

  test('are done when the answer is empty', async () => {
    const network = new FakeNetwork().page(address, { status: 204, body: '' });
    expect((await send(network, { method: 'DELETE' })).result).toMatchObject({
      ok: true,
      text: `DELETE ${address} was taken (status 204); the answer is empty.`,
    });
  });

  test.each<[string, NetworkOutcome | number]>([
    ['nobody reads the answer', { kind: 'unreachable' }],
    ['no answer comes', { kind: 'timeout' }],
    ['the answer points elsewhere', { kind: 'redirected' }],
    ['the server has a fault', 503],
    ['the server is asked too often', 429],
  ])('R6.2 are not made again by themselves when %s, nor through a reader', async (_, end) => {
    const network = new FakeNetwork();
    network.request = async (url) => {
      network.requested.push(url);
      if (typeof end !== 'number') return end;
      return { kind: 'response', status: end, url, mime: '', charset: null, retryAfter: '1', body: new Uint8Array() };
    };
    const { result } = await send(network, { method: 'POST', body: 'x' });
    expect(result).toMatchObject({ ok: false, failure: { code: 'failed' } });
    expect(result.failure && isTransientError(result.failure)).toBe(false);
    expect(network.requested).toEqual([address]);
  });
});

describe('R9.3 a site for which the person stored a key', () => {
  const key = { origin: 'https://example.org', header: 'X-API-Key', bearer: false };

  test.each(['GET', 'POST'])('a %s asks the network to send it along, and the result says so', async (method) => {
    const network = new FakeNetwork().page(address, { body: 'Order 1' });
    const asked = vi.spyOn(network, 'request');
    const { result } = await send(network, { method }, [key]);
    expect(asked.mock.calls[0]?.[2]).toMatchObject({ key, site: 'https://example.org' });
    expect(result).toMatchObject({ ok: true, source: { keyed: true } });
  });

  test('another site gets none', async () => {
    const network = new FakeNetwork().page(address, { body: 'Order 1' });
    const asked = vi.spyOn(network, 'request');
    const { result } = await send(network, {}, [{ ...key, origin: 'https://api.example.org' }]);
    expect(asked.mock.calls[0]?.[2].key).toBeUndefined();
    expect(result.source?.keyed).toBeUndefined();
  });

  test.each(['GET', 'DELETE'])(
    'without its key nothing is sent by %s, and the person is told where to enter it',
    async (method) => {
      const network = new FakeNetwork();
      vi.spyOn(network, 'request').mockResolvedValue({ kind: 'no_key' });
      const { result } = await send(network, { method }, [key]);
      expect(result).toMatchObject({ ok: false, cause: { failure: 'site_no_key', name: 'example.org' } });
      expect(result.text).toMatch(/^Nothing was sent/);
    },
  );
});
