import { expect, test, vi } from 'vitest';
import { endpointModel } from '../../../src/model/endpoint/endpoint-model.ts';
import { sample } from './sample.ts';

vi.mock('openai', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const profile = sample.profile('https://a.test/v1');
const send = vi.fn<typeof fetch>(async () => new Response('{}'));

test('R6.4 a part that is gone after a release is told as that: the model is not called unreachable, nothing is sent', async () => {
  const model = endpointModel({ profile, key: 'k', fetch: send });
  const outcome = await model.reply(sample.request(), { signal: new AbortController().signal });
  expect(outcome).toEqual({
    ok: false,
    error: { code: 'part_missing', detail: '', status: null, retry_after_ms: null },
  });
  expect(send).not.toHaveBeenCalled();
});
