// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ModelError } from '../../../src/task/model-reply.ts';
import type { Profile } from '../../../src/records/profile.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { modelErrorText } from '../../../src/ui/conversation/error-text.ts';
import { nextActionAfterError } from '../../../src/ui/session/status-line.ts';

const words = new Translator();
await words.loadAll();
const providers = [{ id: 'openai', name: 'OpenAI', needsKey: true }];
const error = (code: ModelError['code'], asked?: ModelError['asked']): ModelError => ({
  ...{ code, detail: '', status: null, retry_after_ms: null },
  ...(asked && { asked }),
});
const said = (fault: ModelError, inUse: Partial<Profile> | null, answered = false, early = false) =>
  modelErrorText(
    { dependencies: { providers }, profile: inUse, profiles: [], settings: {}, words } as unknown as App,
    fault,
    { answered, early },
  );
const own = { provider: 'custom', base_url: 'http://127.0.0.1:8080/v1', model: 'm1' };
const mine = { provider: 'custom', model: 'm1' };

test('R6.4 a fault keeps the name of the provider that was asked, whichever is in use now', () => {
  const fault = error('auth', { provider: 'openai', model: 'gpt' });
  for (const inUse of [null, own, { provider: 'openai', model: 'other' }])
    expect(said(fault, inUse)).toMatch(/^OpenAI does not accept this API key\./);
  expect(said(error('empty', { provider: 'openai', model: 'gpt' }), own)).toMatch(/^The model “gpt” sent an empty/);
});

test('R6.4 a server without a name goes by its address while its connection is in use', () => {
  expect(said(error('auth', mine), own)).toMatch(/^http:\/\/127\.0\.0\.1:8080\/v1 does not accept/);
  expect(said(error('auth', mine), { ...own, model: 'm2' })).toMatch(/^The model’s server does not accept/);
});

test('R6.4 a fault whose connection is not recorded names none, as after a restore', () => {
  for (const inUse of [null, own]) {
    expect(said(error('unreachable'), inUse)).toMatch(/^The model’s server could not be reached/);
    expect(said(error('empty'), inUse)).toMatch(/^The model sent an empty reply/);
    expect(said(error('no_key'), inUse)).toMatch(/^No model was connected/);
  }
});

test('R6.4 a server that has answered before is said to be away now, not to have a wrong address', () => {
  expect(said(error('unreachable', mine), own, true)).toMatch(/8080\/v1 has answered before and cannot be reached now/);
  expect(said(error('auth', mine), own, true)).toMatch(/8080\/v1 does not accept this API key/);
});

test('R12.3 a missing key for which nothing waits here any more is told without a tab', () => {
  const app = { dependencies: { providers }, profile: own, profiles: [], settings: {}, words };
  const text = modelErrorText(app as never, error('no_key', mine), { isPast: true });
  expect(text).toBe('There was no API key for http://127.0.0.1:8080/v1 where the plan was at work.');
});

test('R6.4 a model on the device is told of as one', () => {
  const here = { provider: 'on_device', model: 'small.gguf' };
  expect(said(error('unknown_model', here), null)).toMatch(/“small\.gguf” is not on this device any more/);
  expect(said(error('empty', here), null)).toMatch(/^The model “small\.gguf” sent an empty/);
});

test('R6.4 a model behind a port that browsers refuse is said to need another port, not to be down', () => {
  const at = (base_url: string) => said(error('unreachable', mine), { ...own, base_url });
  expect(at('http://localhost:6000/v1')).toMatch(/^Browsers refuse to call port 6000, whatever runs there\. Start/);
  expect(at('http://localhost:8080/v1')).toMatch(/could not be reached/);
});

test('R6.4 the words of a server are quoted as such, where it sent any', () => {
  const fault = error('server', { provider: 'openai', model: 'gpt' });
  expect(said(fault, null)).toMatch(/then continue\.$/);
  expect(said({ ...fault, detail: 'gateway' }, null)).toMatch(/then continue\. The server says: “gateway”$/);
});

test('R6.4 an error has the button for what its text says first: to continue, or to open the settings', () => {
  for (const code of ModelError.shape.code.options) {
    const text = said(error(code, { provider: 'openai', model: 'gpt' }), own);
    if (/ Continue to ask again, or/.test(text)) expect(nextActionAfterError(error(code)), code).toBe('continue');
    else if (/ in Settings/.test(text)) expect(nextActionAfterError(error(code)), code).toBe('connect');
  }
});

test('R6.4 a refusal by content moderation is told as one, and does not lead to the settings', () => {
  const fault: ModelError = { ...error('bad_request', mine), status: 400, moderated: true };
  expect(said(fault, own)).toMatch(/content moderation did not let it through/);
  expect(said(fault, own)).not.toMatch(/base URL|Settings/);
  expect(said({ ...fault, code: 'refused' }, own)).toMatch(/content moderation/);
  expect(nextActionAfterError(fault)).toBe('continue');
});

test('R6.4 of a request of which only its size is known to be refused no more is said, in either language', async () => {
  const fault: ModelError = { ...error('context_length', mine), status: 413, too_large: true, detail: 'Too Large' };
  for (const language of ['en', 'zh'] as const) {
    await words.setLanguage(language);
    expect(said(fault, own)).toMatch(/proxy before it.*“Too Large”|前面的代理.*“Too Large”/);
    expect(said(fault, own)).not.toMatch(/too much text|larger context|上下文/);
  }
  await words.setLanguage('en');
  expect(nextActionAfterError(fault)).toBe('connect');
});

test('R6.4 before there is a plan no fault speaks of a step, in either language', async () => {
  const faults = ModelError.shape.code.options.flatMap((code) => [
    error(code),
    { ...error(code), moderated: true as const },
    { ...error(code), too_large: true as const },
  ]);
  for (const language of ['en', 'zh'] as const) {
    await words.setLanguage(language);
    for (const fault of faults) expect(said(fault, own, true, true), fault.code).not.toMatch(/\bstep|步骤|这一步/);
  }
  await words.setLanguage('en');
});

test('R6.4 too many requests are told with one time to wait, the one that the server asked for', () => {
  const fault = error('rate_limit', { provider: 'openai', model: 'gpt' });
  expect(said(fault, null)).toBe('OpenAI gets too many requests at the moment. Wait a little, then continue.');
  expect(said({ ...fault, retry_after_ms: 4000 }, null)).toMatch(/ Wait 4 s, then continue\.$/);
  expect(said({ ...fault, retry_after_ms: 3_600_000 }, null)).toMatch(/ Wait 1 h 0 min, then continue\.$/);
});

test('R6.4 a fault names the model where two connections are in use, and the address of the one for the steps', () => {
  const steps = { id: 'p2', provider: 'custom', base_url: 'http://localhost:4102/v1', model: 'small' };
  const app = { dependencies: { providers }, profile: { id: 'p1', ...own }, profiles: [steps], words };
  const ofTwo = (code: ModelError['code'], asked: ModelError['asked'], two = true) =>
    modelErrorText({ ...app, settings: { thought_profile: two ? 'p2' : null } } as unknown as App, error(code, asked));
  const small = { provider: 'custom', model: 'small' };
  expect(ofTwo('auth', small)).toMatch(/^http:\/\/localhost:4102\/v1 \(model “small”\) does not accept this API key/);
  expect(ofTwo('unknown_model', small)).toMatch(/^http:\/\/localhost:4102\/v1 does not know the model “small”, or/);
  expect(ofTwo('auth', mine)).toMatch(/^http:\/\/127\.0\.0\.1:8080\/v1 \(model “m1”\) does not accept/);
  expect(ofTwo('auth', mine, false)).toMatch(/^http:\/\/127\.0\.0\.1:8080\/v1 does not accept/);
});
