/** The part of a `Worker`, a worker's own scope or a `MessagePort` that is used. */
export interface MessageEndpoint {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(kind: 'message', hear: (event: MessageEvent<CallMessage>) => void): void;
}

type Path = readonly (string | number)[];
/**
 * The place of a function, signal or error within a value, and its replacement. None of the three can be copied to
 * another thread.
 */
type Mark =
  | { at: Path; kind: 'function' | 'oneWay'; number: number }
  | { at: Path; kind: 'signal'; number: number; aborted: Told | null }
  | { at: Path; kind: 'error'; told: Told };
/** An error's name and message; not every browser can copy a `DOMException`. */
interface Told {
  name: string;
  message: string;
}
interface Packed {
  value: unknown;
  marks: readonly Mark[];
}

export type CallMessage =
  | { kind: 'call'; id: number; to: string | number; given: Packed }
  | { kind: 'tell'; to: number; given: Packed }
  | { kind: 'done'; id: number; result: Packed }
  | { kind: 'failed'; id: number; error: Told }
  | { kind: 'abort'; signal: number; reason: Told }
  | { kind: 'forget'; to: number };

type Callable = (...given: never[]) => unknown;

/** The depth within a value to which functions and signals are found. */
const deepest = 4;

const tellers = new WeakSet<object>();

/** Returns the same function, marked so that the other side calls it without waiting for a result. */
export function fireAndForget<T extends Callable>(work: T): T {
  tellers.add(work);
  return work;
}

/**
 * Returns the other side's functions by name, each of which returns a promise; `here` are the functions that it may
 * call. Arguments and results are copied; functions, abort signals and errors in plain objects and lists, up to four
 * levels deep, work on the other side, and message ports move there.
 */
export function createRemoteFunctions(port: MessageEndpoint, here: object): unknown {
  return new Line(port, here).far();
}

class Line {
  readonly #port: MessageEndpoint;
  readonly #here: object;
  #numbers = 0;
  readonly #waiting = new Map<number, { done: (value: unknown) => void; failed: (error: Error) => void }>();
  /** The functions that the other side may call, and the signals that it may abort, by number. */
  readonly #lent = new Map<number, Callable>();
  readonly #stops = new Map<number, AbortController>();
  readonly #borrowed = new FinalizationRegistry<number>((to) => this.#post({ kind: 'forget', to }));

  constructor(port: MessageEndpoint, here: object) {
    this.#port = port;
    this.#here = here;
    port.addEventListener('message', ({ data }) => this.#hear(data));
  }

  far(): unknown {
    return new Proxy(
      {},
      {
        get: (_, name) =>
          typeof name === 'string' && name !== 'then'
            ? (...callArguments: unknown[]) => this.#call(name, callArguments)
            : undefined,
      },
    );
  }

  #call(to: string | number, callArguments: unknown[]): Promise<unknown> {
    const after: (() => void)[] = [];
    const answer = new Promise<unknown>((resolve, reject) => {
      const id = this.#number();
      this.#waiting.set(id, { done: resolve, failed: reject });
      const transfer: Transferable[] = [];
      const packed = this.#pack(callArguments, transfer, after);
      try {
        this.#post({ kind: 'call', id, to, given: packed }, transfer);
      } catch (error) {
        this.#waiting.delete(id);
        for (const mark of packed.marks) if ('number' in mark) this.#lent.delete(mark.number);
        throw error;
      }
    }).finally(() => {
      for (const each of after) each();
    });
    /** A caller that ignores the result need not handle its failure. */
    answer.catch(() => undefined);
    return answer;
  }

  #hear(message: CallMessage): void {
    switch (message.kind) {
      case 'call':
        void this.#answer(message.id, this.#named(message.to), message.given);
        return;
      case 'tell':
        this.#lent.get(message.to)?.(...(this.#unpack(message.given, []) as never[]));
        return;
      case 'done':
        this.#take(message.id)?.done(this.#unpack(message.result, []));
        return;
      case 'failed':
        this.#take(message.id)?.failed(errorOf(message.error));
        return;
      case 'abort':
        this.#stops.get(message.signal)?.abort(errorOf(message.reason));
        return;
      case 'forget':
        this.#lent.delete(message.to);
        return;
    }
  }

  #named(to: string | number): Callable | undefined {
    if (typeof to === 'number') return this.#lent.get(to);
    const work: unknown = Object.hasOwn(this.#here, to) ? this.#here[to as keyof object] : undefined;
    return typeof work === 'function' ? (work as Callable) : undefined;
  }

  async #answer(id: number, work: Callable | undefined, packedArguments: Packed): Promise<void> {
    const signals: number[] = [];
    try {
      if (!work) throw new TypeError('There is no such function.');
      const value: unknown = await work(...(this.#unpack(packedArguments, signals) as never[]));
      const transfer: Transferable[] = [];
      this.#post({ kind: 'done', id, result: this.#pack(value, transfer, []) }, transfer);
    } catch (error) {
      this.#post({ kind: 'failed', id, error: toldOf(error) });
    } finally {
      for (const number of signals) this.#stops.delete(number);
    }
  }

  #take(id: number): { done: (value: unknown) => void; failed: (error: Error) => void } | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** Collects in `after` the functions to call once the call has returned. */
  #pack(value: unknown, transfer: Transferable[], after: (() => void)[]): Packed {
    const marks: Mark[] = [];
    const packed = (part: unknown, valuePath: Path): unknown => {
      if (typeof part === 'function') {
        const number = this.#number();
        this.#lent.set(number, part as Callable);
        marks.push({ at: valuePath, kind: tellers.has(part) ? 'oneWay' : 'function', number });
        return undefined;
      }
      if (typeof part !== 'object' || part === null) return part;
      if (part instanceof AbortSignal) {
        marks.push(this.#lentSignal(part, valuePath, after));
        return undefined;
      }
      if (part instanceof Error || part instanceof DOMException) {
        marks.push({ at: valuePath, kind: 'error', told: toldOf(part) });
        return undefined;
      }
      if (part instanceof MessagePort) transfer.push(part);
      if (valuePath.length >= deepest) return part;
      const before = marks.length;
      if (Array.isArray(part)) {
        const list = part.map((each: unknown, index) => packed(each, [...valuePath, index]));
        return marks.length > before ? list : part;
      }
      const kind: unknown = Object.getPrototypeOf(part);
      if (kind !== Object.prototype && kind !== null) return part;
      const fields = Object.entries(part).map(([name, each]) => [name, packed(each, [...valuePath, name])] as const);
      return marks.length > before ? Object.fromEntries(fields) : part;
    };
    return { value: packed(value, []), marks };
  }

  #lentSignal(signal: AbortSignal, signalPath: Path, after: (() => void)[]): Mark {
    const number = this.#number();
    const aborted = () => this.#post({ kind: 'abort', signal: number, reason: toldOf(signal.reason) });
    signal.addEventListener('abort', aborted);
    after.push(() => signal.removeEventListener('abort', aborted));
    return { at: signalPath, kind: 'signal', number, aborted: signal.aborted ? toldOf(signal.reason) : null };
  }

  /** Collects in `signals` the numbers of the signals within the value. */
  #unpack({ value, marks }: Packed, signals: number[]): unknown {
    const whole = { value };
    for (const mark of marks) place(whole, ['value', ...mark.at], this.#far(mark, signals));
    return whole.value;
  }

  #far(mark: Mark, signals: number[]): unknown {
    if (mark.kind === 'error') return errorOf(mark.told);
    const { number } = mark;
    if (mark.kind === 'signal') {
      const stop = new AbortController();
      this.#stops.set(number, stop);
      signals.push(number);
      if (mark.aborted) stop.abort(errorOf(mark.aborted));
      return stop.signal;
    }
    const far =
      mark.kind === 'function'
        ? (...callArguments: unknown[]) => this.#call(number, callArguments)
        : (...callArguments: unknown[]) => {
            const transfer: Transferable[] = [];
            this.#post({ kind: 'tell', to: number, given: this.#pack(callArguments, transfer, []) }, transfer);
          };
    this.#borrowed.register(far, number);
    return far;
  }

  #number(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  #post(message: CallMessage, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}

function place(whole: object, path: Path, value: unknown): void {
  const [name = '', ...rest] = path;
  const fields = whole as Record<string | number, unknown>;
  if (rest.length === 0) fields[name] = value;
  else place(fields[name] as object, rest, value);
}

function toldOf(error: unknown): Told {
  if (error instanceof Error || error instanceof DOMException) return { name: error.name, message: error.message };
  return { name: 'Error', message: String(error) };
}

/** Returns an error of the same name: a `TypeError`, a `DOMException`, or an `Error` with that name. */
function errorOf({ name, message }: Told): Error {
  if (name === 'TypeError') return new TypeError(message);
  if (name.endsWith('Error') && name !== 'Error') return new DOMException(message, name);
  return Object.assign(new Error(message), { name });
}
