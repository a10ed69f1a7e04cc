import type { NetWorkerRequest, NetHead, NetRequest, NetMessage } from './net-messages.ts';

/** The part of `Worker` that is used. */
export interface NetPort {
  postMessage(ask: NetWorkerRequest): void;
  onmessage: ((event: MessageEvent<NetMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** The maximum time that a worker may take to start, in milliseconds. */
const patience = 10_000;

interface Waiting {
  told: (told: NetMessage) => void;
  failed: () => void;
}

type Body = Uint8Array<ArrayBuffer>;

/** Sends requests to one network worker. */
export class NetWorkerClient {
  readonly #worker: NetPort;
  readonly #requests = new Map<number, Waiting>();
  readonly #cleanings = new Map<number, Waiting>();
  #closesAfterCleaning = false;
  readonly #stopWaiting: () => void;
  #ids = 0;
  /** True if the worker could not be started, or has crashed. */
  broken = false;

  /** `lost` is called if the worker does not start. */
  constructor(worker: NetPort, lost: () => void) {
    this.#worker = worker;
    let hasStarted = false;
    const fail = () => {
      this.close();
      if (!hasStarted) lost();
    };
    const starting = setTimeout(fail, patience);
    this.#stopWaiting = () => clearTimeout(starting);
    worker.onmessage = ({ data }) => {
      hasStarted = true;
      this.#stopWaiting();
      if ('id' in data) (this.#requests.get(data.id) ?? this.#cleanings.get(data.id))?.told(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail();
    };
  }

  /** True while any request is in progress. */
  get isBusy(): boolean {
    return this.#requests.size > 0;
  }

  /** Works as `fetch`, including abort; a body must be text. */
  request(url: string, init: RequestInit): Promise<Response> {
    const { signal } = init;
    const request = requestOf(url, init);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = this.#id();
      let body: ReadableStreamDefaultController<Body> | null = null;
      let pulled: () => void = () => undefined;
      const end = () => {
        this.#requests.delete(id);
        signal?.removeEventListener('abort', stop);
      };
      const fail = (error: Error) => {
        end();
        body?.error(error);
        pulled();
        reject(error);
      };
      const stop = () => {
        this.#worker.postMessage({ kind: 'cancel', id });
        fail(signal?.reason as Error);
      };
      signal?.addEventListener('abort', stop);
      this.#requests.set(id, {
        failed: () => fail(new TypeError('Failed to fetch')),
        told: (workerMessage) => {
          if (workerMessage.kind === 'failed') fail(new TypeError('Failed to fetch'));
          else if (workerMessage.kind === 'head') {
            const stream = new ReadableStream<Body>({
              start: (controller) => void (body = controller),
              pull: () =>
                new Promise<void>((resolve) => {
                  pulled = resolve;
                  this.#worker.postMessage({ kind: 'pull', id });
                }),
              cancel: () => {
                this.#worker.postMessage({ kind: 'cancel', id });
                end();
              },
            });
            if (!workerMessage.head.hasBody) end();
            try {
              resolve(responseOf(workerMessage.head, stream));
            } catch (error) {
              this.#worker.postMessage({ kind: 'cancel', id });
              fail(new TypeError('Failed to fetch', { cause: error }));
            }
          } else if (workerMessage.kind === 'piece') {
            if (workerMessage.bytes.length > 0) body?.enqueue(workerMessage.bytes);
            if (workerMessage.last) {
              end();
              body?.close();
            }
            pulled();
          }
        },
      });
      this.#worker.postMessage({ kind: 'request', id, request });
    });
  }

  /** Returns the texts with the key removed. */
  async clean(texts: readonly string[]): Promise<string[]> {
    return (await this.#cleaned(texts, false)).texts;
  }

  /** Returns the beginning of a text with the key removed; an end that may begin the key is held back in `held`. */
  async cleanBeginning(text: string): Promise<{ text: string; held: string }> {
    const { texts, held } = await this.#cleaned([text], true);
    return { text: texts.join(''), held };
  }

  #cleaned(texts: readonly string[], goesOn: boolean): Promise<Extract<NetMessage, { kind: 'cleaned' }>> {
    return new Promise((resolve, reject) => {
      const id = this.#id();
      this.#cleanings.set(id, {
        failed: () => reject(new TypeError('The network worker has broken down.')),
        told: (workerMessage) => {
          this.#cleanings.delete(id);
          if (workerMessage.kind === 'cleaned') resolve(workerMessage);
          if (this.#closesAfterCleaning) this.closeAfterCleaning();
        },
      });
      this.#worker.postMessage({ kind: 'clean', id, texts, goesOn });
    });
  }

  /** Closes the worker once it has cleaned the texts that it was given. */
  closeAfterCleaning(): void {
    this.#closesAfterCleaning = true;
    if (this.#cleanings.size === 0) this.close();
  }

  close(): void {
    this.#stopWaiting();
    this.#break();
    this.#worker.terminate();
  }

  #id(): number {
    this.#ids += 1;
    return this.#ids;
  }

  #break(): void {
    this.broken = true;
    const waiting = [...this.#requests.values(), ...this.#cleanings.values()];
    this.#requests.clear();
    this.#cleanings.clear();
    for (const { failed } of waiting) failed();
  }
}

function requestOf(url: string, init: RequestInit): NetRequest {
  const { method = 'GET', headers, body = null, redirect = 'manual', mode = 'cors' } = init;
  if (body !== null && typeof body !== 'string') throw new TypeError('The body of a request must be text.');
  return { url, method, headers: [...new Headers(headers)], body, redirect, mode };
}

/** Returns a `Response` for one that the worker received; defines the properties that its constructor cannot set. */
function responseOf(
  { status, statusText, headers, url, type, hasBody }: NetHead,
  body: ReadableStream<Body>,
): Response {
  const usual = status >= 200 && status < 600;
  const response = new Response(hasBody ? body : null, { status: usual ? status : 200, statusText, headers });
  const ok = status >= 200 && status < 300;
  for (const [name, value] of Object.entries({ url, type, status, ok }))
    Object.defineProperty(response, name, { value });
  return response;
}
