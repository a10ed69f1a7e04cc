import { describe, expect, test } from 'vitest';
import { mergeMessagesOfSameRole } from '../../../src/agent/messages.ts';
import { englishPrompts } from '../../../src/protocols/en.ts';
import { protocolNamed } from '../../../src/protocols/protocol-named.ts';
import { thoughtMessages } from '../../../src/agent/thought-messages.ts';
import { toolsProtocol } from '../../../src/protocols/tools-protocol.ts';
import { applyProposal } from '../../../src/task/proposal.ts';
import type { ProtocolName } from '../../../src/task/protocol-name.ts';
import type { ToolCall } from '../../../src/task/model-reply.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { startStep } from '../../../src/task/run-steps.ts';
import { toolError, toolSuccess } from '../../../src/task/tool-result.ts';
import type { StepRound } from '../../../src/task/transcript.ts';
import type { ModelApi } from '../../../src/model/endpoint/api.ts';
import { chatCompletionsBody } from '../../../src/model/endpoint/request-body.ts';
import { knownRefusedRequestParts } from '../../../src/model/endpoint/refusable.ts';
import type { ModelMessage } from '../../../src/ports/language-model.ts';
import { messagesApi } from '../../../src/model/messages/messages-api.ts';
import { responsesApi } from '../../../src/model/responses/responses-api.ts';
import { reasoningOf, strictMessages, strictResponses } from '../model/strict-native-servers.ts';
import { strictly, strictProviders } from '../model/strict-servers.ts';

const at = '2026-01-01T10:00:00.000Z';
const moves = [
  'thought',
  'call',
  'parallel',
  'failure',
  'empty',
  'question',
  'verdict',
  'replan',
  'reload',
  'model',
] as const;
type Move = (typeof moves)[number];

/** The ids and the further data that calls have by the servers they come from. */
const origins: readonly ((n: number) => Omit<ToolCall, 'name' | 'arguments'>)[] = [
  () => ({ id: 'call_1' }),
  (n) => ({ id: `todo:${n}` }),
  (n) => ({ id: `toolu_01:${n}`, extra: { extra_content: { google: { thought_signature: 'sig' } } } }),
  (n) => ({ id: `chatcmpl-tool-5f1c9a${n}`, extra: { index: n } }),
  (n) => ({ id: `Abcd0000${n % 10}` }),
];

/** What the servers of the same place in `origins` want back before their calls. */
const reasons: readonly (((n: number) => Record<string, unknown>) | null)[] = [
  null,
  (n) => ({ type: 'reasoning', id: `rs_${n}`, summary: [], encrypted_content: `gAAAA${n}` }),
  (n) => ({ type: 'thinking', thinking: '', signature: `EuQD${n}` }),
  null,
  (n) => ({
    type: 'reasoning',
    id: `rs_${n}`,
    summary: [{ type: 'summary_text', text: 'So.' }],
    encrypted_content: 'g',
  }),
];
const sources = ['chat', 'responses', 'messages', 'chat', 'responses'];

/** A step whose history is made of such moves, as its thoughts and its verdicts send it. */
class History {
  turns: StepRound[] = [];
  run: Run;
  /** By the source, what its own calls need before them. */
  readonly reasoning = {
    ...{ responses: new Map<string, Record<string, unknown>>(), messages: new Map<string, Record<string, unknown>>() },
  };
  #origin = 0;
  #ids = 0;
  #effects = 0;

  constructor() {
    const step = {
      ...{ id: null, description: 'Compare the lists', tool: null, parameters: null },
      ...{ dependencies: [], expected_output: 'a list' },
    };
    const begun = newRun({ run: 't', session: 's', plan: 'p' }, 'Note what is missing', at);
    this.run = startStep(applyProposal(begun, [step], at), 'step_1', at);
  }

  move(move: Move): void {
    switch (move) {
      case 'thought':
        this.#says('I look at the list first, and then', []);
        return;
      case 'empty':
        this.#says('', []);
        return;
      case 'call':
        this.#acts(['todo'], true);
        return;
      case 'parallel':
        this.#acts(['todo', 'fetch', 'todo', 'ask_user'], true);
        return;
      case 'failure':
        this.#acts(['todo', 'fetch'], false);
        return;
      case 'question':
        this.#says('', ['ask_user']);
        this.run = {
          ...this.run,
          events: [
            ...this.run.events,
            { kind: 'clarified', effect: `e${this.#effects}`, question: 'Which?', answer: 'That.' },
          ],
        };
        return;
      case 'verdict':
        this.#says('', ['finish_step']);
        this.#push((n, effect) => ({
          ...{ kind: 'judged', n, effect },
          decision: { kind: 'judged', evaluation: { success: false, decision: 'retry', reason: 'Two are missing.' } },
        }));
        return;
      case 'replan':
        this.turns = [];
        this.run = { ...this.run, events: [...this.run.events, { kind: 'replanned' }] };
        return;
      case 'reload':
        this.turns = structuredClone(this.turns);
        this.#push((n) => ({
          ...{ kind: 'unanswered', n, retry_at: at, at },
          error: { code: 'server', detail: '', status: 500, retry_after_ms: null },
        }));
        this.run = { ...this.run, events: [...this.run.events, { kind: 'resumed' }] };
        return;
      case 'model':
        this.#origin = (this.#origin + 1) % origins.length;
    }
  }

  /** The requests of the next thought, and of the verdict on what the last one has said. */
  requests(name: ProtocolName = 'tools'): ModelMessage[][] {
    const protocol = protocolNamed(name);
    const step = this.run.plan.steps[0]!;
    const messages = thoughtMessages(englishPrompts, {
      ...{ id: step.id, run: this.run, step, turns: this.turns, firstCalls: [], now: at, zone: 'UTC', callLimit: 8 },
      ...{ owes: 'nothing', file: null, unreadTarget: null, judging: false },
      ...{ closing: false, protocol, images: [], earlierWrites: [], addedFiles: [], next: null },
      ...{ system: 'You are Cairn.', room: null, talk: [] },
    });
    const judged: ModelMessage[] = [...messages, { role: 'user', text: 'Judge the step.' }];
    return [messages, judged].map((each) => mergeMessagesOfSameRole(protocol.encodeMessages(each)));
  }

  #says(text: string, names: readonly string[]): void {
    const calls = names.map((name): ToolCall => ({
      ...origins[this.#origin]!((this.#ids += 1)),
      name,
      arguments: JSON.stringify(name === 'ask_user' ? { question: 'Which?' } : { action: 'list' }),
    }));
    const item = reasons[this.#origin]?.(this.#ids);
    const source = sources[this.#origin]!;
    const reasoning = item && calls.length > 0 ? reasoningOf(source, item, calls.length) : undefined;
    if (reasoning && item) for (const { id } of calls) this.reasoning[source as 'responses'].set(id, item);
    const reply = { text, calls, finish: 'stop' as const, usage: null, ...(reasoning && { reasoning }) };
    const scene = { turns: this.turns, description: 'Compare the lists' };
    const decision = toolsProtocol.readThought(reply, scene);
    this.#push((n, effect) => ({ kind: 'thought', n, effect, decision, reply }));
  }

  #acts(names: readonly string[], ok: boolean): void {
    this.#says('', names);
    const turn = this.turns.at(-1);
    if (turn?.kind !== 'thought' || turn.decision.kind !== 'act') return;
    const result = ok ? toolSuccess('3 rows') : toolError('network', 'No answer.');
    for (const action of ok ? turn.decision.actions : turn.decision.actions.slice(0, 1))
      for (let tries = ok ? 1 : 2; tries > 0; tries -= 1)
        this.#push((n, effect) => ({
          ...{ kind: 'tool', n, effect, action, result, retry_at: at, reads: true, repeatable: false },
        }));
  }

  #push(make: (n: number, effect: string) => StepRound): void {
    const n = (this.turns.at(-1)?.n ?? 0) + 1;
    this.#effects += 1;
    this.turns.push(make(n, `e${this.#effects}`));
  }
}

function* sequences(length: number): Generator<Move[]> {
  if (length === 0) yield [];
  else for (const rest of sequences(length - 1)) for (const move of moves) yield [...rest, move];
}

const bodyFor = (provider: string, messages: ModelMessage[]) =>
  chatCompletionsBody(
    { purpose: 'thought', messages, tools: [], choice: 'auto' },
    { model: 'm', effort: 'normal', refused: new Set(knownRefusedRequestParts({ provider })) },
  );

const native = (api: ModelApi, source: string, messages: ModelMessage[]) =>
  api.body(
    { purpose: 'thought', messages, tools: [], choice: 'auto' },
    { model: 'm', source, effort: 'normal', refused: new Set() },
  );

/** The requests of this sequence that a strict server refuses, in words. */
function refusals(sequence: readonly Move[], protocol: ProtocolName = 'tools'): string[] {
  const history = new History();
  for (const move of sequence) history.move(move);
  const { responses, messages } = history.reasoning;
  return history.requests(protocol).flatMap((each) => {
    const reasons = [
      ...strictProviders.map((provider) => [provider, strictly(provider, bodyFor(provider, each))] as const),
      ['responses', strictResponses(native(responsesApi, 'responses', each), responses)] as const,
      ['messages', strictMessages(native(messagesApi, 'messages', each), messages)] as const,
    ];
    return reasons.flatMap(([name, reason]) => (reason === null ? [] : [`${sequence.join(' ')} | ${name}: ${reason}`]));
  });
}

describe('R4.8, R11.3 no strict server refuses a history, whatever has happened in the step', () => {
  test.each(moves)('all sequences up to four that begin with: %s', (first) => {
    const found = [0, 1, 2, 3].flatMap((length) =>
      [...sequences(length)].flatMap((rest) => refusals([first, ...rest])),
    );
    expect(found.slice(0, 5)).toEqual([]);
  });

  test('all pairs, at each place of longer ones', () => {
    const pairs = moves.flatMap((first) => moves.map((second) => [first, second] as const));
    const found = pairs.flatMap((pair, turn) => {
      const before = moves.flatMap((_, n) => moves[(n * 3 + turn) % moves.length]!);
      return [refusals([...before, ...pair]), refusals([...pair, ...before, ...pair])].flat();
    });
    expect(found.slice(0, 5)).toEqual([]);
  });

  test('nor where calls are written as text', () => {
    const found = (['json', 'markers'] as const).flatMap((protocol) =>
      [...sequences(2)].flatMap((sequence) => refusals(sequence, protocol)),
    );
    expect(found).toEqual([]);
  });
});
