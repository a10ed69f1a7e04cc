import { describe, expect, test } from 'vitest';
import type { LanguageModel, ModelRequest } from '../../src/ports/language-model.ts';

export interface Subject {
  /** Returns a model that answers `request` with a valid reply. */
  answering: () => Promise<LanguageModel>;
  /** Returns a model that has not answered `request` yet when it is aborted. */
  slow: () => Promise<LanguageModel>;
  request: ModelRequest;
}

/** The contract of every language model (the port's docstring), run over the fakes and the real adapters. */
export function languageModelContract(name: string, subject: Subject): void {
  describe(`the language model contract: ${name}`, () => {
    test('R11.3 the pieces of text, joined, are the text of the reply', async () => {
      const pieces: string[] = [];
      const model = await subject.answering();
      const outcome = await model.reply(subject.request, {
        signal: new AbortController().signal,
        onText: (piece) => pieces.push(piece),
      });
      expect(outcome.ok && outcome.reply.text).toBe(pieces.join(''));
      expect(pieces).not.toContain('');
    });

    test('a reply says text or makes calls, and its calls have names, ids of their own and JSON arguments', async () => {
      const model = await subject.answering();
      const outcome = await model.reply(subject.request, { signal: new AbortController().signal });
      if (!outcome.ok) throw new Error(outcome.error.code);
      const { text, calls, finish } = outcome.reply;
      expect(text !== '' || calls.length > 0).toBe(true);
      expect(finish === 'calls').toBe(calls.length > 0);
      expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
      for (const call of calls) {
        expect(call.name).not.toBe('');
        expect(JSON.parse(call.arguments)).toBeTypeOf('object');
      }
    });

    test('R8.1 an abort ends the call at once with the code aborted', async () => {
      const stop = new AbortController();
      const model = await subject.slow();
      const outcome = model.reply(subject.request, { signal: stop.signal });
      stop.abort();
      expect(await outcome).toMatchObject({ ok: false, error: { code: 'aborted' } });
    });

    test('a call that begins aborted is aborted', async () => {
      const model = await subject.answering();
      const outcome = await model.reply(subject.request, { signal: AbortSignal.abort() });
      expect(outcome).toMatchObject({ ok: false, error: { code: 'aborted' } });
    });

    test('a request is not changed by the call', async () => {
      const before = structuredClone(subject.request);
      const model = await subject.answering();
      await model.reply(subject.request, { signal: new AbortController().signal });
      expect(subject.request).toEqual(before);
    });
  });
}
