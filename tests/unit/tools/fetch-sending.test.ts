// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { createMessageFormatter } from '../../../src/i18n/say-in.ts';
import { failureDetails, formatFailureReason } from '../../../src/task/reason-words.ts';
import { shownToolText } from '../../../src/task/shown-tool-text.ts';
import { failureParams, isNotFoundResult, isOutcomeUnknown, isTransientError } from '../../../src/task/tool-result.ts';
import type { NetworkOutcome } from '../../../src/ports/network.ts';
import type { CheckedCall } from '../../../src/ports/toolbox.ts';
import { createFetchTool } from '../../../src/tools/fetch/fetch.ts';
import { htmlPageReader } from '../../../src/tools/fetch/readable-page.ts';
import type { SiteKey } from '../../../src/records/site-key.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { FakeCompanion } from '../../fakes/fake-companion.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { FakeOffice } from '../../fakes/fake-office.ts';
import { FakePdfText } from '../../fakes/fake-pdf-text.ts';

const address = 'https://example.org/orders';

const toolOf = (network: FakeNetwork, keys: readonly SiteKey[] = []) =>
  createFetchTool({
    network,
    markup: htmlPageReader,
    companion: new FakeCompanion(),
    pdf: new FakePdfText(),
    office: new FakeOffice(),
    reader: () => ({ enabled: true, base_url: 'https://reader.example/' }),
    siteKeys: () => keys,
  });

const check = (network: FakeNetwork, input: object, keys: readonly SiteKey[] = []): CheckedCall =>
  toolbox([toolOf(network, keys)]).check('fetch', input);

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
  test.each([
    ['headers', { Authorization: 'Bearer x' }],
    ['headers', '{"X-Api-Key":"x"}'],
    ['headers', { 'Content-Type': 'application/xml' }],
    ['Headers', { 'Idempotency-Key': '1' }],
    ['auth', 'x'],
    ['api_key', 'x'],
    ['json', { a: 1 }],
    ['access_token', 'x'],
    ['bearer_token', 'x'],
    ['X-API-Key', 'x'],
    ['credentials', 'x'],
    ['password', 'x'],
    ['username', 'x'],
    ['request_headers', { Authorization: 'Bearer x' }],
    ['header', 'Authorization: Bearer x\nAccept: */*'],
    ['http_headers', [{ name: 'Authorization', value: 'x' }]],
    ['headers', [['Authorization', 'x']]],
    ['headers', ['Authorization', 'x']],
    ['headers', 'secret'],
    ['formData', { a: 1 }],
    ['query_params', { a: 1 }],
    ['params', { a: 1 }],
    ['dry_run', true],
  ])('R9.12 are refused before anything is asked if “%s” would be left out: %o', (field, value) => {
    const call = check(new FakeNetwork(), { url: address, method: 'POST', body: '{"a":1}', [field]: value });
    expect(call).toMatchObject({
      ok: false,
      result: { failure: { code: 'invalid_input' }, cause: { failure: 'unused_field', name: field } },
    });
    expect(call.ok ? '' : call.result.text).toMatch(
      new RegExp(`^Nothing was sent: fetch has no field “${field}”\\. .+`),
    );
  });

  test.each([
    ['headers', { 'content-type': 'application/json; charset=utf-8', Accept: '*/*' }],
    ['headers', 'Content-Type: application/json\nAccept: */*'],
    ['headers', [{ name: 'Accept', value: '*/*' }]],
    [
      'headers',
      [
        ['Accept', '*/*'],
        ['Host', 'example.org'],
      ],
    ],
    ['headers', ['content_type', 'application/json']],
    ['headers', { content_type: 'application/json', Authorization: '', 'X-Requested-With': 'XMLHttpRequest' }],
    ['include_headers', true],
    ['json', true],
    ['sort_key', 'name'],
    ['headers', {}],
    ['headers', null],
    ['auth', ''],
    ['reason', 'to order'],
    ['comment', 'x'],
    ['timeout', 30],
  ])('R9.12 are made with what changes nothing of them: %s %o', (field, value) => {
    expect(check(new FakeNetwork(), { url: address, method: 'POST', body: '{"a":1}', [field]: value }).ok).toBe(true);
  });

  test('R9.12 what reads is made without its headers, and says so, also where the site refuses', async () => {
    const closed = { status: 401, type: 'text/plain', body: 'no' };
    const { result } = await send(new FakeNetwork().page(address, closed), { headers: { Authorization: 'x' } });
    expect(result.text).toContain('add or change a key for this site');
    expect(result.text).toContain('[Left out, since fetch has no such field: “headers”]');
    const sent = await send(new FakeNetwork().page(address, closed), { method: 'POST' });
    expect(sent.result.text).toContain('The person can add or change a key for this site in Settings');
  });

  test('R2.5 a plan is told that such a field is not used', async () => {
    const tools = toolbox([toolOf(new FakeNetwork())]);
    const input = { url: address, headers: { Authorization: 'x' } };
    const errors = await tools.callErrors([{ step: '1', tool: 'fetch', input }]);
    expect(errors).toMatchObject([{ code: 'unused_field', field: 'headers' }]);
  });

  test('R9.12 need the person each time, who sees the address and every letter that is sent', () => {
    const call = check(new FakeNetwork(), { url: address, method: 'POST', body: ' {"dish": "pho"}\n' });
    expect(call).toMatchObject({
      ok: true,
      repeatable: false,
      access: {
        rule: 'always_ask',
        origin: 'https://example.org',
        subject: `POST ${address}\nContent-Type: application/json\n\n {"dish": "pho"}\n`,
      },
    });
    expect(check(new FakeNetwork(), { url: address })).toMatchObject({ repeatable: true, access: { rule: 'site' } });
  });

  test.each([
    ['{"dish":"pho"}', 'application/json'],
    ['one pho, please', 'text/plain;charset=utf-8'],
    ['name=Dana&amount=5&note=', 'application/x-www-form-urlencoded'],
    ['items[]=a%20b', 'application/x-www-form-urlencoded'],
    ['2 + 2 = 4 & more', 'text/plain;charset=utf-8'],
    ['a=b=c', 'text/plain;charset=utf-8'],
    ['dGVzdA=', 'text/plain;charset=utf-8'],
    ['null', 'text/plain;charset=utf-8'],
    ['{"dish":', 'text/plain;charset=utf-8'],
  ])('send what was given as what it is: %s', async (body, type) => {
    const network = new FakeNetwork().page(address, { type: 'application/json', echo: true });
    const { result } = await send(network, { method: 'PUT', body });
    expect(result.output).toMatchObject({ method: 'PUT', body, headers: { 'content-type': type } });
  });

  test('send an object or a list as JSON, and the model is offered a text', async () => {
    const network = new FakeNetwork().page(address, { type: 'application/json', echo: true });
    const { result } = await send(network, { method: 'PATCH', body: { state: 'closed', n: [1] } });
    expect(result.output).toMatchObject({
      body: '{"state":"closed","n":[1]}',
      headers: { 'content-type': 'application/json' },
    });
    const [offered] = toolbox([toolOf(network)]).offered();
    expect(offered?.schema.properties).toMatchObject({ url: { type: 'string' } });
    expect((offered?.schema.properties as Record<string, unknown>).body).toEqual({ type: 'string' });
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
      status: 204,
    });
  });

  test.each([
    ['\n', 'text/html', 'the answer holds no text'],
    ['<!doctype html><div id="root"></div><script src="a.js"></script>', 'text/html', 'the answer holds no text'],
    ['', 'text/plain', 'the answer is empty'],
  ])('R9.3 are done once the server has taken them, whatever its answer shows: %j', async (body, type, what) => {
    const network = new FakeNetwork().page(address, { type, body });
    const { result } = await send(network, { method: 'POST', body: 'x' });
    expect(result).toMatchObject({ ok: true, text: `POST ${address} was taken (status 200); ${what}.` });
  });

  test('R9.3 are done if the answer that says so does not come whole', async () => {
    const network = new FakeNetwork();
    for (const outcome of [
      { kind: 'too_large', limit: 1, status: 200 },
      { kind: 'unreachable', status: 201 },
      { kind: 'timeout', status: 200 },
    ] as const) {
      network.request = async () => outcome;
      expect((await send(network, { method: 'POST' })).result.ok, outcome.kind).toBe(true);
    }
    network.request = async () => ({ kind: 'unreachable', status: 422 });
    expect(failureParams((await send(network, { method: 'POST' })).result).failure).toBe('site_status');
  });

  test('R9.3 say what was sent and what the server said, with where it is, and are no source', async () => {
    const network = new FakeNetwork().page(address, {
      ...{ status: 201, type: 'application/json', body: '{"number":9}' },
      further: { location: '/orders/9', etag: 'W/"1"' },
    });
    const { result, file } = await send(network, { method: 'POST', body: 'x' });
    expect(result.text).toBe(
      `POST ${address} was taken (status 201).\nKept as: ${file?.name}\nLocation: https://example.org/orders/9\nETag: W/"1"\n\n{\n  "number": 9\n}`,
    );
    expect(result).toMatchObject({ ok: true, foreign: true, output: { number: 9 } });
    expect([result.source, result.answer]).toEqual([undefined, undefined]);
    expect(shownToolText(result.text, 'en', createMessageFormatter('en'))).toBe(
      'Send something to example.org/orders (POST), status 201: { "number": 9 }',
    );
    expect(shownToolText(result.text, 'zh', createMessageFormatter('zh'))).toBe(
      '向 example.org/orders 发送内容（POST），状态 201：{ "number": 9 }',
    );
  });

  test.each<[number, string]>([
    [408, 'outcome_unknown_status'],
    [500, 'outcome_unknown_status'],
    [502, 'outcome_unknown_status'],
    [504, 'outcome_unknown_status'],
    [522, 'outcome_unknown_status'],
    [501, 'site_status'],
    [505, 'site_status'],
    [400, 'site_status'],
    [403, 'site_refused'],
    [409, 'site_status'],
    [422, 'site_status'],
    [429, 'site_status'],
  ])('R6.2 status %i tells the person: %s', async (status, failure) => {
    const network = new FakeNetwork().page(address, { status, body: '', retryAfter: '120' });
    const { result } = await send(network, { method: 'POST', body: 'x' });
    expect(failureParams(result).failure).toBe(failure);
    expect(isOutcomeUnknown(result)).toBe(failure.startsWith('outcome'));
    expect(result.text).toContain('It asks to wait 120 seconds.');
  });

  test('R9.3, R13.2 a server’s own words on an error are told, as text from outside', async () => {
    const body = '{"message":"Validation Failed",\n "errors":[{"field":"title","code":"missing_field"}]}';
    const network = new FakeNetwork().page(address, { status: 422, type: 'application/json', body });
    const { result } = await send(network, { method: 'POST', body: '{"labels":"bug"}' });
    const quote = body.replace('\n', '');
    expect(result).toMatchObject({
      ...{ ok: false, foreign: true, quote },
      text: `POST ${address} was answered with status 422. The answer says: ${quote}`,
    });
    const params = { ...failureParams(result), quote };
    expect(formatFailureReason(createMessageFormatter('en'), params)).toBe(
      'the site answered with an error, status 422: “Validation Failed”',
    );
    expect(failureDetails(createMessageFormatter('en'), params)).toContain(`The server’s words: ${quote}`);
    network.page(address, { status: 422, type: 'text/plain', body: 'a user was not found '.repeat(100) });
    const long = (await send(network, { method: 'POST' })).result;
    expect(long.quote?.length).toBe(500);
    expect(isNotFoundResult(long)).toBe(false);
    network.page(address, { status: 500, type: 'text/html', body: '<h1>Oops</h1>' });
    expect((await send(network, { method: 'POST' })).result).toMatchObject({ foreign: false });
  });

  test.each<[string, number, string | undefined]>([
    ['{"ok":false,"error":"invalid_auth"}', 200, 'error'],
    ['{"success":false}', 200, 'error'],
    ['{"errors":[{"message":"no"}]}', 200, 'error'],
    ['{"error":{"message":"no"}}', 200, 'error'],
    ['{"id":1}', 202, 'pending'],
    ['{"ok":true,"error":null}', 200, undefined],
    ['{"errors":[],"error":""}', 200, undefined],
    ['{"errors":3,"error":0}', 200, undefined],
    ['[{"error":"no"}]', 200, undefined],
  ])('R9.3 what an answer says of itself is kept: %s', async (body, status, answer) => {
    const network = new FakeNetwork().page(address, { status, type: 'application/json', body });
    const { result } = await send(network, { method: 'POST' });
    expect([result.ok, result.answer]).toEqual([true, answer]);
  });

  test('R6.2 may take 60 seconds', async () => {
    const network = new FakeNetwork();
    let limit = 0;
    network.request = async (_, __, { timeout_ms }) => {
      limit = timeout_ms;
      return { kind: 'timeout' };
    };
    expect((await send(network, { method: 'POST' })).result.text).toContain('within 60 seconds');
    expect(limit).toBe(60_000);
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

  test.each(['GET', 'POST'])('a %s asks the network to send it along, and a reading says so', async (method) => {
    const network = new FakeNetwork().page(address, { body: 'Order 1' });
    const asked = vi.spyOn(network, 'request');
    const { result } = await send(network, { method }, [key]);
    expect(asked.mock.calls[0]?.[2]).toMatchObject({ key, site: 'https://example.org' });
    expect(result.ok).toBe(true);
    expect(result.source?.keyed).toBe(method === 'GET' ? true : undefined);
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
