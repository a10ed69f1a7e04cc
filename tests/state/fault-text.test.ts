// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { ModelError } from '../../src/domain/model/model-reply.ts';
import type { App } from '../../src/state/app/app.svelte.ts';
import { Words } from '../../src/state/app/words.svelte.ts';
import { faultText } from '../../src/state/conversation/fault-text.ts';

const words = new Words();
await words.complete();
const error: ModelError = { code: 'unreachable', status: null, retry_after_ms: null, detail: '' };
const at = (base_url: string) =>
  faultText(
    { dependencies: { providers: [] }, words, profile: { provider: 'custom', base_url, model: 'm' } } as unknown as App,
    error,
  );

test('R6.4 a model behind a port that browsers refuse is said to need another port, not to be down', () => {
  expect(at('http://localhost:6000/v1')).toMatch(/^Browsers refuse to call port 6000, whatever runs there\. Start/);
  expect(at('http://localhost:8080/v1')).toMatch(/could not be reached/);
});
