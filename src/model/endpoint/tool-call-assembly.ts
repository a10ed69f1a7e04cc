import { isRecord, parseJson } from '../../values/json.ts';
import type { ToolCall } from '../../task/model-reply.ts';
import { syntheticId } from './chat-messages.ts';
import { beginsToolName, toolNameMatcher, cleanToolName } from './tool-name.ts';

interface OpenCall {
  choice: unknown;
  index: number | null;
  id: string;
  name: string;
  arguments: string;
  extra: Record<string, unknown>;
}

const perCall = 200;
const knownCallFields = new Set(['index', 'id', 'type', 'function', 'custom']);

/** Assembles tool calls from deltas that may lack index, id, name or type, come whole, or repeat themselves. */
export class ToolCallAssembly {
  readonly #calls: OpenCall[] = [];
  readonly #offered: readonly string[];
  #length = 0;

  /** `offered`: the names of the tools that the model may call. */
  constructor(offered: readonly string[] = []) {
    this.#offered = offered;
  }

  /**
   * The approximate number of characters in the calls, counting about a hundred for each call besides its arguments.
   */
  get length(): number {
    return this.#length + this.#calls.length * perCall;
  }

  /** True if the last call's arguments have begun and not ended. */
  get hasOpenCall(): boolean {
    const argumentsJson = this.#calls.at(-1)?.arguments.trim() ?? '';
    return argumentsJson !== '' && parseJson(argumentsJson) === undefined;
  }

  /** True if a choice has made a call. */
  has(choice: unknown): boolean {
    return this.#calls.some((call) => call.choice === choice);
  }

  /**
   * Adds pieces (deltas) of calls to the calls received so far. Pieces with another `choice` belong to separate calls.
   */
  add(deltas: readonly unknown[], choice: unknown = 0): void {
    deltas.forEach((delta, place) => {
      if (isRecord(delta)) this.#take(delta, choice, deltas.length > 1 ? place : null);
    });
  }

  /**
   * Returns the calls in order. Calls that never got a name are dropped; `firstNumber` numbers the ids assigned here. A
   * call without arguments gets an empty object, except the last one of a reply that was `cut` short: its arguments may
   * be lost.
   */
  calls(firstNumber: number, cut = false): ToolCall[] {
    const usedCallIds = new Set<string>();
    return this.#calls
      .filter((call) => call.name !== '' && !this.#isSaidBefore(call))
      .map((call, place, { length }) => {
        const id = call.id !== '' && !usedCallIds.has(call.id) ? call.id : syntheticId(firstNumber + place);
        usedCallIds.add(id);
        const isArgumentsCutOff = cut && place === length - 1;
        const argumentsJson = call.arguments.trim() === '' && !isArgumentsCutOff ? '{}' : call.arguments;
        const whole: ToolCall = { id, name: cleanToolName(call.name, this.#offered), arguments: argumentsJson };
        return Object.keys(call.extra).length > 0 ? { ...whole, extra: call.extra } : whole;
      });
  }

  /** True if an earlier choice has made the same call: the choices are then alternative replies to one request. */
  #isSaidBefore({ choice, id, name, arguments: written }: OpenCall): boolean {
    const first = this.#calls[0];
    const isSame = (call: OpenCall) => (id !== '' ? call.id === id : call.name === name && call.arguments === written);
    return choice !== first?.choice && this.#calls.some((call) => call.choice === first?.choice && isSame(call));
  }

  #take(delta: Record<string, unknown>, choice: unknown, place: number | null): void {
    const custom = isRecord(delta.custom) && text(delta.custom.name) !== '' ? delta.custom : null;
    const body = custom ?? (isRecord(delta.function) ? delta.function : {});
    const name = text(body.name);
    const argumentsDelta = custom ? custom.input : body.arguments;
    const id = text(delta.id);
    const index = typeof delta.index === 'number' ? delta.index : null;
    const mine = this.#calls.filter((hasOpenCall) => hasOpenCall.choice === choice);

    const call = this.#meant(mine, index, id, name, argumentsDelta, place) ?? this.#open(choice, index);
    if (call.id === '') call.id = id;
    call.name = this.#continued(call, name) ?? (call.name === '' ? name : call.name);
    call.arguments = joined(call.arguments, argumentsDelta);
    this.#length += typeof argumentsDelta === 'string' ? argumentsDelta.length : 0;
    for (const [key, value] of Object.entries(delta)) if (!knownCallFields.has(key)) call.extra[key] = value;
  }

  /** Returns the open call that a delta continues, or undefined if it begins a new one. */
  #meant(
    mine: OpenCall[],
    index: number | null,
    id: string,
    name: string,
    written: unknown,
    place: number | null,
  ): OpenCall | undefined {
    const begins = (call: OpenCall) =>
      (place !== null || this.#continued(call, name) === null) && beginsAnother(call, id, name, written);
    if (index !== null) {
      const unnumbered = name === '' && mine.at(-1)?.index === null ? mine.at(-1) : undefined;
      const call = mine.findLast((hasOpenCall) => hasOpenCall.index === index) ?? unnumbered;
      return call && begins(call) ? undefined : call;
    }
    const same = id === '' ? undefined : mine.find((hasOpenCall) => hasOpenCall.id === id);
    if (same) return same;
    if (name === '' && id === '' && place !== null) return mine[place];
    const last = mine.at(-1);
    return last && begins(last) ? undefined : last;
  }

  /** Returns a call's name with a further piece of it, before any arguments; null if this is no piece of its name. */
  #continued(call: OpenCall, piece: string): string | null {
    if (piece === '' || call.name === '' || joined(call.arguments, '').trim().length > 2) return null;
    if (this.#offered.some(toolNameMatcher(call.name + piece))) return call.name + piece;
    if (this.#offered.some(toolNameMatcher(call.name))) return null;
    if (piece.startsWith(call.name) && beginsToolName(piece, this.#offered)) return piece;
    return beginsToolName(call.name + piece, this.#offered) ? call.name + piece : null;
  }

  #open(choice: unknown, index: number | null): OpenCall {
    const call: OpenCall = { choice, index, id: '', name: '', arguments: '', extra: {} };
    this.#calls.push(call);
    return call;
  }
}

/**
 * Returns the arguments with a delta added. An empty object before or after them counts as nothing; a delta that begins
 * with all text so far replaces it.
 */
function joined(before: string, argumentsDelta: unknown): string {
  const start = before.trim();
  const blank = start === '' || start === '{}' || start === 'null';
  if (isRecord(argumentsDelta))
    return blank || Object.keys(argumentsDelta).length > 0 ? JSON.stringify(argumentsDelta) : before;
  if (typeof argumentsDelta !== 'string') return before;
  if (start !== '' && (blank || (start.startsWith('{') && argumentsDelta.startsWith(start))))
    return argumentsDelta.trim() === '' ? before + argumentsDelta : argumentsDelta;
  return argumentsDelta.trim() === '{}' && isRecord(parseJson(start)) ? before : before + argumentsDelta;
}

/**
 * True if a delta with a name begins another call than the one that it seems to continue: it has another id or another
 * name, or it brings arguments after complete ones.
 */
function beginsAnother(call: OpenCall, id: string, name: string, argumentsDelta: unknown): boolean {
  if (name === '' || call.name === '') return false;
  if (id !== '' && call.id !== '') return id !== call.id;
  if (name !== call.name) return true;
  if (call.index !== null && call.arguments.trim() === '{}') return false;
  return (
    isRecord(parseJson(call.arguments)) &&
    (isRecord(argumentsDelta) || (typeof argumentsDelta === 'string' && argumentsDelta.trim() !== ''))
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
