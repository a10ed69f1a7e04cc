import { expect, test } from 'vitest';
import { ModelError } from '../../../src/task/model-reply.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { historyEntryText } from '../../../src/ui/history/history-entry-text.ts';

const [en, zh] = [new Translator(), new Translator()];
await zh.setLanguage('zh');
await Promise.all([en.loadAll(), zh.loadAll()]);

test('R14.2, R6.4 a pause at the endpoint has the reason of the status line in the history, too', () => {
  for (const words of [en, zh])
    for (const code of ModelError.shape.code.options) {
      const error = { code, detail: '', status: null, retry_after_ms: null };
      const { text } = historyEntryText({ type: 'pause', reason: { code: 'endpoint', error } }, words);
      expect(text, code).toBe(words.t(`plan.status.endpoint.${code}`));
      expect(text, code).not.toContain('plan.status');
    }
});
