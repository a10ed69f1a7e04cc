import { expect, onTestFinished, test } from 'vitest';
import { createRemoteFunctions, fireAndForget } from '../../../src/browser/remote-calls.ts';

/** Both ends of a line, with copies going from one to the other as between threads. */
function joined<Here extends object>(here: Here, there: object = {}): Here {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  port1.start();
  port2.start();
  createRemoteFunctions(port2, here);
  return createRemoteFunctions(port1, there) as Here;
}

test('calls functions of the other side by name, with copies of what is given and returned', async () => {
  const given = { list: [1, { two: 2 }], bytes: new Uint8Array([1, 2]) };
  const far = joined({ same: async (value: unknown) => value });
  const back = await far.same(given);
  expect(back).toEqual(given);
  expect(back).not.toBe(given);
});

test('an error arrives with its name and its message', async () => {
  const far = joined({
    wrong: async () => Promise.reject(new TypeError('not so')),
    full: async () => Promise.reject(new DOMException('no room', 'QuotaExceededError')),
  });
  await expect(far.wrong()).rejects.toEqual(new TypeError('not so'));
  await expect(far.full()).rejects.toMatchObject({ name: 'QuotaExceededError', message: 'no room' });
});

test('what is not offered by name cannot be called', async () => {
  const far = joined({ known: async () => 1 }) as Record<string, () => Promise<unknown>>;
  for (const name of ['unknown', 'constructor', 'toString', '__proto__'])
    await expect(far[name]?.()).rejects.toThrow('no such function');
  expect(Reflect.get(far, 'then')).toBeUndefined();
});

test('functions work from the other side, in arguments and results, within objects and lists', async () => {
  const told: number[] = [];
  const far = joined({
    twice: async ({ work }: { work: (n: number) => Promise<number> }) => ({
      value: await work(20),
      more: [{ add: async (n: number) => n + 1 }],
    }),
    tell: async (each: (n: number) => void) => {
      each(1);
      each(2);
    },
  });
  const { value, more } = await far.twice({ work: async (n) => n * 2 });
  expect(value).toBe(40);
  expect(await more[0]?.add(value)).toBe(41);
  await far.tell(fireAndForget((n: number) => told.push(n)));
  expect(told).toEqual([1, 2]);
});

test('an abort reaches the other side with its reason, also one before the call', async () => {
  const far = joined({
    wait: (signal: AbortSignal) =>
      new Promise<string>((resolve) => {
        const end = () => resolve(String(signal.reason));
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      }),
  });
  const stop = new AbortController();
  const waiting = far.wait(stop.signal);
  stop.abort(new DOMException('enough', 'AbortError'));
  expect(await waiting).toBe('AbortError: enough');
  expect(await far.wait(AbortSignal.abort(new Error('before')))).toBe('Error: before');
});

test('an error can be given, and a port moves to the other side', async () => {
  const far = joined({
    named: async (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'none'),
    line: async () => {
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = ({ data }: MessageEvent<string>) => {
        port2.postMessage(`${data} back`);
        port2.close();
      };
      return { port: port1, end: () => undefined };
    },
  });
  expect(await far.named(new DOMException('no room', 'QuotaExceededError'))).toBe('QuotaExceededError: no room');
  const { port } = await far.line();
  const heard = new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)));
  port.postMessage('there and');
  expect(await heard).toBe('there and back');
  port.close();
});

test('both sides can call at once', async () => {
  const here = { ask: async (n: number): Promise<number> => (n > 0 ? await there.ask(n - 1) : 0) };
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  port1.start();
  port2.start();
  const there = createRemoteFunctions(port1, here) as typeof here;
  const other = { ask: async (n: number): Promise<number> => (await back.ask(n)) + 1 };
  const back = createRemoteFunctions(port2, other) as typeof here;
  expect(await there.ask(3)).toBe(4);
});
