import { expect, onTestFinished, test, vi } from 'vitest';
import { NetWorkerClient, type NetPort } from '../../../src/browser/network/net-worker-client.ts';
import { keyPlaceholder, type NetMessage } from '../../../src/browser/network/net-messages.ts';
import { joinedDoor } from './joined-client.ts';

const site = 'https://models.example';
const key = 'sk-CANARY-0123456789';
const bytes = (text: string) => new TextEncoder().encode(text);

function pieces(...texts: string[]): ReadableStream<Uint8Array> {
  const left = [...texts];
  return new ReadableStream({
    pull: (controller) => {
      const next = left.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(bytes(next));
    },
  });
}

test('R13.4 what is asked leaves without cookies, referrer and cache, and the answer comes as it is', async () => {
  const send = vi.fn<typeof fetch>(
    async () => new Response(pieces('one ', '雪', ' three'), { status: 201, headers: { 'x-tone': 'low' } }),
  );
  const { client } = joinedDoor([site], { fetch: send });
  const answer = await client.request(`${site}/v1?q=1`, { method: 'POST', headers: { accept: '*/*' }, body: 'hello' });
  expect([answer.status, answer.ok, answer.headers.get('x-tone'), await answer.text()]).toEqual([
    ...[201, true, 'low', 'one 雪 three'],
  ]);
  expect(send.mock.calls[0]).toMatchObject([
    `${site}/v1?q=1`,
    {
      ...{ method: 'POST', headers: [['accept', '*/*']], body: 'hello', redirect: 'manual' },
      ...{ credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' },
    },
  ]);
  expect(client.isBusy).toBe(false);
});

test('an answer without content arrives, although the browser gives it an empty body', async () => {
  const send: typeof fetch = async (url) =>
    Object.defineProperty(new Response(pieces()), 'status', { value: Number((url as string).slice(-3)) });
  const { client } = joinedDoor([site], { fetch: send });
  for (const status of [204, 205, 304]) {
    const answer = await client.request(`${site}/${status}`, { method: 'DELETE' });
    expect([answer.status, await answer.text()]).toEqual([status, '']);
    expect(client.isBusy).toBe(false);
  }
});

test('an answer that cannot be made a response fails instead of being waited for', async () => {
  const send: typeof fetch = async () => Object.defineProperty(new Response('one'), 'statusText', { value: 'a\nb' });
  const { client } = joinedDoor([site], { fetch: send });
  await expect(client.request(`${site}/`, {})).rejects.toThrow('Failed to fetch');
  expect(client.isBusy).toBe(false);
});

test('R13.4 no other site is asked, whatever the address looks like', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response('never'));
  const { client } = joinedDoor([site, 'https://*.cdn.example'], { fetch: send });
  const others = [
    ...['https://models.example.evil.test/', 'http://models.example/', 'https://models.example:8443/'],
    ...['https://user@models.example/', 'https://:pw@models.example/', 'https://evil.test/https://models.example/'],
    ...['https://cdn.example/', 'http://a.cdn.example/', 'https://a.cdn.example:444/', 'https://xcdn.example/'],
    ...['data:text/plain,x', 'blob:https://models.example/1', 'file:///etc/passwd', '//models.example/', 'no address'],
  ];
  for (const url of others) await expect(client.request(url, {})).rejects.toThrow('Failed to fetch');
  expect(send).not.toHaveBeenCalled();
  expect(await (await client.request('https://a.b.cdn.example/model.gguf', {})).text()).toBe('never');
});

test('R13.1 the key is put in at the far end, and is in nothing that comes back, however it is cut', async () => {
  const said: string[] = [];
  const send: typeof fetch = async (_, init) => {
    said.push(...new Headers(init?.headers).values());
    const echo = `Wrong key: ${key}! (${encodeURIComponent(key)}) sk-CAN`;
    return new Response(pieces(...echo.match(/.{1,7}/gu)!), { status: 401, headers: { 'x-echo': key } });
  };
  const { client } = joinedDoor([site], { key, fetch: send });
  const answer = await client.request(site, { headers: { authorization: `Bearer ${keyPlaceholder}` } });
  expect(said).toEqual([`Bearer ${key}`]);
  expect(answer.headers.get('x-echo')).toBe('[key]');
  expect(await answer.text()).toBe('Wrong key: [key]! ([key]) sk-CAN');
  expect(await client.clean([`It is ${key}, is it not?`, 'No.'])).toEqual(['It is [key], is it not?', 'No.']);
});

test('an abort ends what is under way, before the answer and within its body', async () => {
  let stopped = 0;
  const send: typeof fetch = (input, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        stopped += 1;
        reject(new DOMException('stopped', 'AbortError'));
      });
      if (input === `${site}/body`) resolve(new Response(new ReadableStream()));
    });
  const { client } = joinedDoor([site], { fetch: send });
  const stop = new AbortController();
  const silent = client.request(`${site}/silent`, { signal: stop.signal });
  const { body } = await client.request(`${site}/body`, { signal: stop.signal });
  const reading = body!.getReader().read();
  stop.abort();
  await expect(silent).rejects.toThrow('abort');
  await expect(reading).rejects.toThrow('abort');
  await vi.waitFor(() => expect(stopped).toBe(2));
  await expect(client.request(site, { signal: stop.signal })).rejects.toThrow('abort');
  expect(client.isBusy).toBe(false);
});

test('a text that is cleaned is no request in progress', async () => {
  const { client } = joinedDoor([site], { key });
  const cleaned = client.clean([key]);
  expect(client.isBusy).toBe(false);
  expect(await cleaned).toEqual(['[key]']);
});

test('a body that breaks off breaks off here, too', async () => {
  const broken = () =>
    new ReadableStream({
      pull: (controller) => controller.error(new Error('cut')),
    });
  const { client } = joinedDoor([site], { fetch: async () => new Response(broken()) });
  const answer = await client.request(site, {});
  await expect(answer.text()).rejects.toThrow('Failed to fetch');
  expect(client.isBusy).toBe(false);
});

test('a redirect that is not followed, and a status that no page can make, are told as they are', async () => {
  const odd = (own: object) => {
    const response = new Response(null);
    for (const [name, value] of Object.entries(own)) Object.defineProperty(response, name, { value });
    return response;
  };
  const answers = [odd({ type: 'opaqueredirect', status: 0 }), odd({ status: 999, url: `${site}/odd` })];
  const { client } = joinedDoor([site], { fetch: async () => answers.shift()! });
  expect(await client.request(site, {})).toMatchObject({ type: 'opaqueredirect', status: 0, ok: false });
  expect(await client.request(site, {})).toMatchObject({ status: 999, ok: false, url: `${site}/odd` });
});

test('a worker that breaks down ends what is under way', async () => {
  const { client, port } = joinedDoor([site], { fetch: () => new Promise(() => undefined) });
  const asked = client.request(site, {});
  port.onerror?.({ preventDefault: () => undefined } as ErrorEvent);
  await expect(asked).rejects.toThrow('Failed to fetch');
  expect(client.broken).toBe(true);
});

test('R13.4 a worker that never starts, or cannot, ends what waits for it, and is told', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (const end of ['silence', 'error'] as const) {
    const terminate = vi.fn();
    const port: NetPort = { onmessage: null, onerror: null, postMessage: () => {}, terminate };
    const lost = vi.fn();
    const client = new NetWorkerClient(port, lost);
    const answer = client.request(`${site}/v1`, {});
    if (end === 'error') port.onerror?.(new Event('error', { cancelable: true }) as ErrorEvent);
    else vi.advanceTimersByTime(10_000);
    await expect(answer).rejects.toThrow('Failed to fetch');
    expect([client.broken, lost.mock.calls.length]).toEqual([true, 1]);
    expect(terminate).toHaveBeenCalled();
  }
});

test('R13.4 a worker that has started may be silent for as long as the endpoint is', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const port: NetPort = { onmessage: null, onerror: null, postMessage: () => {}, terminate: vi.fn() };
  const lost = vi.fn();
  const client = new NetWorkerClient(port, lost);
  port.onmessage?.({ data: { kind: 'ready' } } as MessageEvent<NetMessage>);
  vi.advanceTimersByTime(60_000);
  expect([client.broken, lost.mock.calls.length]).toEqual([false, 0]);
  client.close();
});

test('pieces that come close together are passed on as one message, and the end with them', async () => {
  const send: typeof fetch = async () => new Response(pieces('a', 'b', 'c'));
  const { client, port } = joinedDoor([site], { fetch: send });
  const told: NetMessage[] = [];
  const hear = port.onmessage;
  port.onmessage = (event) => {
    told.push(event.data);
    hear?.call(port, event);
  };
  expect(await (await client.request(site, {})).text()).toBe('abc');
  expect(told.filter(({ kind }) => kind === 'piece')).toMatchObject([{ last: true }]);
});
