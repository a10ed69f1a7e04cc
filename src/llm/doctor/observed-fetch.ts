/** What the last answer to a call began with: a page, JSON, or anything else, such as events. */
type Beginning = 'page' | 'json' | 'other';

/** A `fetch` that keeps how the last answer to a POST began; the answer itself goes on untouched. */
export class ObservedFetch {
  #beginning: Promise<Beginning | null> = Promise.resolve(null);
  readonly #fetch: typeof fetch;

  constructor(send: typeof fetch = (input, init) => fetch(input, init)) {
    this.#fetch = send;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    this.#beginning = Promise.resolve(null);
    const answer = await this.#fetch(input, init);
    if (init?.method?.toUpperCase() === 'POST') this.#beginning = beginning(answer.clone()).catch(() => null);
    return answer;
  };

  /** Null while no answer has come. */
  beginning(): Promise<Beginning | null> {
    return this.#beginning;
  }
}

async function beginning(answer: Response): Promise<Beginning | null> {
  const body = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (body && text.trimStart() === '') {
    const { done, value } = await body.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  body?.cancel().catch(() => undefined);
  const first = text.trimStart()[0];
  return first === '<' ? 'page' : first === '{' || first === '[' ? 'json' : 'other';
}
