import type { JournalEntry } from '../../src/task/journal.ts';
import { effectNumber } from '../../src/task/effect-id.ts';
import { isCostOnlyEntryBody } from '../../src/task/cost-only-entry.ts';
import type { MemoryTables } from '../fakes/memory-tables.ts';

interface Call {
  /** Its reply has reached the engine. */
  delivered: boolean;
  life: number;
  /** The tab died, or the storage refused, before its record could be kept. */
  lost: boolean;
}

/** What the world outside knows of the calls made to it, to be held against the journal. */
export class Ledger {
  readonly #calls = new Map<number, Call>();
  #entries = 0;
  #steps = 0;

  /** The number of a call that has just been made. */
  asked(): number {
    const serial = this.#calls.size + 1;
    this.#calls.set(serial, { delivered: false, life: 0, lost: false });
    return serial;
  }

  delivered(serial: number, life: number): void {
    this.#calls.set(serial, { delivered: true, life, lost: false });
  }

  /** The calls of a life that has just ended whose replies were delivered and are not on record. */
  repeated(journal: readonly JournalEntry[], life: number): number {
    const recorded = new Set(journal.map(({ body }) => serialOf(body)));
    return [...this.#calls].filter(
      ([serial, call]) => call.delivered && !call.lost && call.life === life && !recorded.has(serial),
    ).length;
  }

  lost(life: number): void {
    for (const call of this.#calls.values()) if (call.life === life) call.lost = true;
  }

  /** Nothing could be stored for a while: what was delivered meanwhile need not be on record. */
  refused(): void {
    for (const call of this.#calls.values()) if (call.delivered) call.lost = true;
  }

  get calls(): number {
    return this.#calls.size;
  }

  get steps(): number {
    return this.#steps;
  }

  /** The first disagreement between journal, stores and what was asked for, or null. */
  faultIn(journal: readonly JournalEntry[], tables: MemoryTables, life: number): string | null {
    if (journal.length < this.#entries) return `the journal has lost entries: ${journal.length} of ${this.#entries}`;
    this.#entries = journal.length;
    this.#steps = journal.filter((entry) => entry.body.type === 'plan_step_end').length;
    const stopped = stoppedFault(journal, (serial) => this.#calls.get(serial)?.delivered === true);
    return this.#repliesFault(journal, life) ?? stopped ?? gapFault(journal) ?? effectsFault(journal, tables);
  }

  /** Each reply that was delivered is recorded, once; none is recorded that was not asked for. */
  #repliesFault(journal: readonly JournalEntry[], life: number): string | null {
    const recorded = new Map<number, string>();
    for (const { body, effect = '' } of journal) {
      const serial = serialOf(body);
      if (serial === null) continue;
      const before = recorded.get(serial);
      if (before !== undefined) return `call ${serial} is recorded twice: ${before} and ${effect}`;
      if (!this.#calls.get(serial)?.delivered) return `call ${serial} is recorded but was never answered`;
      recorded.set(serial, effect);
    }
    for (const [serial, call] of this.#calls)
      if (call.delivered && !call.lost && call.life === life && !recorded.has(serial))
        return `the reply to call ${serial} was delivered and not recorded`;
    return null;
  }
}

/** R5.5: a call that was stopped is counted once, and none that was answered is counted as stopped. */
function stoppedFault(journal: readonly JournalEntry[], isAnswered: (serial: number) => boolean): string | null {
  const counted = new Set<number>();
  for (const { body, effect } of journal) {
    if (body.type !== 'model_error' || !isCostOnlyEntryBody(body)) continue;
    const serial = Number(body.error.detail.slice(1));
    if (effect !== undefined) return `the stopped call ${serial} stands as ${effect}, so it is not asked again`;
    if (counted.has(serial)) return `the stopped call ${serial} is counted twice`;
    if (isAnswered(serial)) return `call ${serial} is counted as stopped, and was answered`;
    counted.add(serial);
  }
  return null;
}

function serialOf(body: JournalEntry['body']): number | null {
  if (body.type === 'model_reply') return body.reply.usage?.input ?? null;
  if (body.type !== 'model_error' || isCostOnlyEntryBody(body)) return null;
  const { detail, usage } = body.error;
  /** An empty reply is recorded as an error with its usage, which names the call as that of a reply does. */
  return detail === '' && usage ? usage.input : Number(detail.slice(1));
}

/**
 * R8: what a reply led to is never there without the reply, so the rounds of an attempt are on record without a gap.
 */
function gapFault(journal: readonly JournalEntry[]): string | null {
  const rounds = new Map<string, number>();
  for (const { step_id, effect } of journal) {
    if (step_id === null || effect === undefined) continue;
    const n = effectNumber(effect);
    const attempt = effect.slice(0, effect.lastIndexOf('/'));
    const before = rounds.get(attempt) ?? 0;
    if (n !== before + 1) return `${effect} is on record and follows ${before}: what led to it is not there`;
    rounds.set(attempt, n);
  }
  return null;
}

/** Each local effect took place exactly once: rows and counts equal the recorded successes. */
function effectsFault(journal: readonly JournalEntry[], tables: MemoryTables): string | null {
  const effects = new Set<string>();
  const added = new Set<string>();
  let counted = 0;
  for (const { body, effect } of journal) {
    if (effect === undefined) continue;
    if (effects.has(effect)) return `effect ${effect} is recorded twice`;
    effects.add(effect);
    if (body.type !== 'tool_result' || !body.result.ok || body.result.already !== undefined) continue;
    if (body.tool === 'tally') counted += 1;
    for (const { store, id, change } of body.result.written) if (store === 'todos' && change === 'put') added.add(id);
  }
  const tally = Number(tables.files.get('tally')?.content ?? 0);
  if (tally !== counted) return `${counted} counts are recorded and ${tally} took place`;
  if (tables.todos.size !== added.size)
    return `${added.size} to-dos were recorded as added and ${tables.todos.size} are there`;
  return null;
}
