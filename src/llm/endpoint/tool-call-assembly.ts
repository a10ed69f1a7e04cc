import { isRecord, parseJson } from '../../domain/text/json.ts';
import type { ToolCall } from '../../domain/model/model-reply.ts';
import { madeUpId } from './chat-messages.ts';

interface OpenCall {
  index: number | null;
  id: string;
  name: string;
  arguments: string;
  extra: Record<string, unknown>;
}

const perCall = 200;
const known = new Set(['index', 'id', 'type', 'function', 'custom']);

/**
 * Assembles tool calls from deltas that may lack index, id, name or type, come whole, or repeat themselves (T1–T6, T8,
 * T9).
 */
export class ToolCallAssembly {
  readonly #calls: OpenCall[] = [];
  #length = 0;

  /**
   * The approximate number of characters in the calls, counting about a hundred for each call besides its arguments.
   */
  get length(): number {
    return this.#length + this.#calls.length * perCall;
  }

  add(deltas: readonly unknown[]): void {
    deltas.forEach((delta, place) => {
      if (isRecord(delta)) this.#take(delta, deltas.length > 1 ? place : null);
    });
  }

  /**
   * The calls in order. Calls that never got a name are dropped; `firstNumber` numbers the ids assigned here. A call
   * without arguments gets an empty object, except the last one of a reply that was `cut` short: its arguments may be
   * lost.
   */
  calls(firstNumber: number, cut = false): ToolCall[] {
    const used = new Set<string>();
    return this.#calls
      .filter((call) => call.name !== '')
      .map((call, place, { length }) => {
        const id = call.id !== '' && !used.has(call.id) ? call.id : madeUpId(firstNumber + place);
        used.add(id);
        const lost = cut && place === length - 1;
        const written = call.arguments.trim() === '' && !lost ? '{}' : call.arguments;
        const whole: ToolCall = { id, name: call.name, arguments: written };
        return Object.keys(call.extra).length > 0 ? { ...whole, extra: call.extra } : whole;
      });
  }

  #take(delta: Record<string, unknown>, place: number | null): void {
    const custom = isRecord(delta.custom) && text(delta.custom.name) !== '' ? delta.custom : null;
    const body = custom ?? (isRecord(delta.function) ? delta.function : {});
    const name = text(body.name);
    const written = custom ? custom.input : body.arguments;
    const id = text(delta.id);
    const index = typeof delta.index === 'number' ? delta.index : null;

    const call = this.#meant(index, id, name, written, place) ?? this.#open(index);
    if (call.id === '') call.id = id;
    if (call.name === '') call.name = name;
    if (typeof written === 'string') call.arguments += written;
    else if (isRecord(written)) call.arguments = JSON.stringify(written);
    this.#length += typeof written === 'string' ? written.length : 0;
    for (const [key, value] of Object.entries(delta)) if (!known.has(key)) call.extra[key] = value;
  }

  /** The open call that a delta continues, or undefined when it begins a new one. */
  #meant(index: number | null, id: string, name: string, written: unknown, place: number | null): OpenCall | undefined {
    if (index !== null) {
      const unnumbered = name === '' && this.#calls.at(-1)?.index === null ? this.#calls.at(-1) : undefined;
      const call = this.#calls.findLast((open) => open.index === index) ?? unnumbered;
      return call && begins(call, id, name, written) ? undefined : call;
    }
    const same = id === '' ? undefined : this.#calls.find((open) => open.id === id);
    if (same) return same;
    if (name === '' && id === '' && place !== null) return this.#calls[place];
    const last = this.#calls.at(-1);
    return last && begins(last, id, name, written) ? undefined : last;
  }

  #open(index: number | null): OpenCall {
    const call: OpenCall = { index, id: '', name: '', arguments: '', extra: {} };
    this.#calls.push(call);
    return call;
  }
}

/** Whether a named delta begins another call than the one it seems to continue: another id, or a second whole call. */
function begins(call: OpenCall, id: string, name: string, written: unknown): boolean {
  if (name === '' || call.name === '') return false;
  if (id !== '' && call.id !== '') return id !== call.id;
  if (name !== call.name) return true;
  return (
    isRecord(parseJson(call.arguments)) && (isRecord(written) || (typeof written === 'string' && written.trim() !== ''))
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
