import type { Answer, Seen } from './loopback.ts';
import { sample } from './sample.ts';

type Part = Record<string, unknown>;

/** How a response ends. */
export type Ending = 'completed' | 'incomplete' | 'failed' | 'cancelled' | 'never';

/** What a server of background responses does; the defaults are those of OpenAI. */
export interface BackgroundHabits {
  /** How each response ends, in turn; the last one repeats. */
  endings?: Ending[];
  /** After how many events each connection is cut, in turn; the last one repeats. Absent: none is cut. */
  cuts?: number[];
  /** Stays in the queue and sends nothing more. */
  queued?: boolean;
  /** Has forgotten each response when it is asked for. */
  forgets?: boolean;
  /** The status with which it refuses to stream a response again. */
  refusesStream?: number;
  /** Sends events without numbers. */
  unnumbered?: boolean;
  /** Ignores `starting_after` and sends all events again. */
  repeatsAll?: boolean;
  /** Answers the first requests for a response with these statuses. */
  stumbles?: number[];
  id?: (nth: number) => string;
}

interface Stored {
  id: string;
  ending: Ending;
  cancelled: boolean;
}

export const said = 'I look at the list. It has three lines.';

/**
 * A strict server of responses in background mode: it refuses a request that does not store its response, keeps what it
 * was asked for, and counts.
 */
export class BackgroundServer {
  readonly #habits: BackgroundHabits;
  readonly #kept = new Map<string, Stored>();
  #connections = 0;
  posts = 0;
  /** What was asked of each kept response: the query, or `cancel`. */
  readonly asked: string[] = [];

  constructor(habits: BackgroundHabits = {}) {
    this.#habits = habits;
  }

  readonly answer = (seen: Seen): Answer => {
    const [path = '', query = ''] = seen.path.split('?');
    const [, , , id, action] = path.split('/');
    if (id === undefined) return this.#create(seen.body);
    this.asked.push(action ?? query);
    const stumble = action === undefined ? this.#habits.stumbles?.shift() : undefined;
    if (stumble !== undefined) return refusal(stumble, 'Try again later.');
    const response = this.#kept.get(id);
    if (!response || this.#habits.forgets) return refusal(404, `Response with id '${id}' not found.`);
    if (action === 'cancel') {
      if (seen.method !== 'POST') return refusal(405, 'Method not allowed.');
      response.cancelled = true;
      return { type: 'application/json', body: JSON.stringify(this.#whole(response)) };
    }
    if (seen.method !== 'GET') return refusal(405, 'Method not allowed.');
    if (query === '') return { type: 'application/json', body: JSON.stringify(this.#whole(response)) };
    return this.#again(response, new URLSearchParams(query));
  };

  #create(body: Part): Answer {
    if (body.background !== true) return refusal(400, 'Only background responses here.');
    if (body.store !== true || body.stream !== true) return refusal(400, "Background mode needs 'store' and 'stream'.");
    const { endings = ['completed'], id = (nth) => `resp_${nth}` } = this.#habits;
    this.posts += 1;
    const ending = endings[Math.min(this.posts, endings.length) - 1] ?? 'completed';
    const response = { id: id(this.posts), ending, cancelled: false };
    this.#kept.set(response.id, response);
    return this.#stream(response, -1);
  }

  #again(response: Stored, query: URLSearchParams): Answer {
    if (query.get('stream') !== 'true') return refusal(400, 'stream must be true');
    const { refusesStream } = this.#habits;
    if (refusesStream !== undefined) return refusal(refusesStream, 'Streaming of stored responses is not supported.');
    const after = query.get('starting_after');
    if (after !== null && !/^\d+$/.test(after)) return refusal(400, 'starting_after must be a number');
    return this.#stream(response, this.#habits.repeatsAll ? -1 : Number(after ?? -1));
  }

  #stream(response: Stored, after: number): Answer {
    const { cuts, queued, unnumbered } = this.#habits;
    const all = this.#events(response).map((event, at): Part => ({ ...event, sequence_number: at }));
    const rest = all.filter((_, at) => at > after).slice(0, queued ? Math.max(0, 2 - (after + 1)) : undefined);
    const cut = cuts?.[Math.min(this.#connections, cuts.length - 1)] ?? Infinity;
    this.#connections += 1;
    const sent = rest
      .slice(0, cut)
      .map(({ sequence_number: n, ...event }) => (unnumbered ? event : { ...event, sequence_number: n }));
    const open = sent.length < rest.length ? 'reset' : queued || response.ending === 'never' ? 'linger' : 'end';
    return { body: sample.events(...sent), then: open };
  }

  #events(response: Stored): Part[] {
    const begun = { id: response.id, object: 'response', background: true };
    const words = said.split(/(?<= )/);
    const { ending } = response;
    const last = ending === 'never' ? [] : [{ type: `response.${ending}`, response: this.#end(response) }];
    return [
      { type: 'response.created', response: { ...begun, status: 'queued' } },
      { type: 'response.queued', response: { ...begun, status: 'queued' } },
      { type: 'response.in_progress', response: { ...begun, status: 'in_progress' } },
      { type: 'keepalive' },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', content: [] } },
      ...words.map((delta) => ({ type: 'response.output_text.delta', output_index: 0, delta })),
      { type: 'response.output_item.added', output_index: 1, item: { type: 'function_call', ...call, arguments: '' } },
      { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"action":' },
      { type: 'response.function_call_arguments.delta', output_index: 1, delta: '"list"}' },
      ...last,
    ];
  }

  #end({ id, ending }: Stored): Part {
    const output = [
      { type: 'message', content: [{ type: 'output_text', text: said }] },
      { type: 'function_call', ...call, arguments: '{"action":"list"}' },
    ];
    return {
      ...{ id, object: 'response', background: true, status: ending },
      ...(ending === 'failed' && { error: { code: 'server_error', message: 'The model failed.' } }),
      ...(ending === 'incomplete' && { incomplete_details: { reason: 'max_output_tokens' } }),
      output: ending === 'completed' || ending === 'incomplete' ? output : [],
      usage: { input_tokens: 100, output_tokens: 20 },
    };
  }

  /** The response as a whole, as far as it is. */
  #whole(response: Stored): Part {
    const begun = { id: response.id, object: 'response', background: true, output: [] };
    if (response.cancelled) return { ...begun, status: 'cancelled' };
    if (this.#habits.queued) return { ...begun, status: 'queued' };
    if (response.ending === 'never') return { ...begun, status: 'in_progress' };
    return this.#end(response);
  }
}

const call = { call_id: 'call_1', name: 'todo' };

function refusal(status: number, message: string): Answer {
  return { status, type: 'application/json', body: JSON.stringify({ error: { message } }) };
}
