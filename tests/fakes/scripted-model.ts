import type { ModelError, ModelReply } from '../../src/task/model-reply.ts';
import type { LanguageModel, ModelOutcome, ModelRequest } from '../../src/ports/language-model.ts';

export type Script = (
  request: ModelRequest,
  index: number,
) => ModelReply | ModelError | Promise<ModelReply | ModelError>;

/** A language model that answers with a function and records every request. */
export class ScriptedModel implements LanguageModel {
  readonly requests: ModelRequest[] = [];
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  async reply(
    request: ModelRequest,
    { signal, onText }: { signal: AbortSignal; onText?: (piece: string) => void },
  ): Promise<ModelOutcome> {
    this.requests.push(structuredClone(request));
    const answer = await this.#answer(request, signal);
    if ('code' in answer) return { ok: false, error: answer };
    const middle = Math.ceil(answer.text.length / 2);
    for (const piece of [answer.text.slice(0, middle), answer.text.slice(middle)]) if (piece !== '') onText?.(piece);
    return { ok: true, reply: answer };
  }

  async #answer(request: ModelRequest, signal: AbortSignal): Promise<ModelReply | ModelError> {
    const stopped = new Promise<ModelError>((resolve) => {
      const stop = () => resolve({ code: 'aborted', detail: '', status: null, retry_after_ms: null });
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
    if (signal.aborted) return stopped;
    const scripted = (async () => this.#script(request, this.requests.length - 1))();
    return Promise.race([scripted, stopped]);
  }
}
