import { expect, test } from 'vitest';
import type { Usage } from '../../../src/task/model-reply.ts';
import { callCost, modelWithReplyCosts } from '../../../src/model/call-cost.ts';
import { providers } from '../../../src/model/providers.ts';
import { sample } from './sample.ts';

const usage: Usage = { input: 1_000_000, output: 100_000, estimated: false };

test('R5.5 a known model at its own provider has a price, and what was cached costs less', async () => {
  const whole = await callCost('https://api.openai.com/v1', 'gpt-5-mini', usage);
  const cached = await callCost('https://api.openai.com/v1', 'gpt-5-mini', { ...usage, cached: 900_000 });
  expect(whole).toBeCloseTo(0.25 + 0.2, 5);
  expect(cached).toBeLessThan(0.3);
  expect(cached).toBeGreaterThan(0.2);
});

test('R5.5 a model that the list does not know, or one on this machine, has none', async () => {
  expect(await callCost('https://api.openai.com/v1', 'no-such-model', usage)).toBeNull();
  expect(await callCost('http://localhost:11434/v1', 'llama3.2', usage)).toBeNull();
  expect(await callCost('', 'tiny.gguf', usage)).toBeNull();
});

test('R5.5 the first model of most hosted presets is in the list', async () => {
  const hosted = providers.filter(({ needsKey }) => needsKey);
  const priced = await Promise.all(hosted.map(({ baseUrl, models }) => callCost(baseUrl, models[0] ?? '', usage)));
  expect(priced.filter((price) => price !== null).length).toBeGreaterThanOrEqual(7);
});

test('R5.5 a reply carries its price; one without is passed on as it is', async () => {
  const reply = { text: 'x', calls: [], finish: 'stop' as const, usage };
  const inner = { reply: async () => ({ ok: true as const, reply }) };
  const signal = new AbortController().signal;
  const priced = modelWithReplyCosts(inner, sample.profile('https://api.openai.com/v1', { model: 'gpt-5-mini' }));
  expect(await priced.reply(sample.request(), { signal })).toMatchObject({ reply: { usage: { cost: 0.45 } } });
  const unpriced = modelWithReplyCosts(inner, sample.profile('http://127.0.0.1:1/v1'));
  expect(await unpriced.reply(sample.request(), { signal })).toEqual({ ok: true, reply });
});

test('R5.5 a reply that the cache had a part in carries what that saved', async () => {
  const reply = { text: 'x', calls: [], finish: 'stop' as const, usage: { ...usage, cached: 900_000 } };
  const inner = { reply: async () => ({ ok: true as const, reply }) };
  const priced = modelWithReplyCosts(inner, sample.profile('https://api.openai.com/v1', { model: 'gpt-5-mini' }));
  const outcome = await priced.reply(sample.request(), { signal: new AbortController().signal });
  const { cost = 0, saved = 0 } = (outcome.ok && outcome.reply.usage) || {};
  expect(saved).toBeGreaterThan(0.15);
  expect(cost + saved).toBeCloseTo(0.45, 5);
});
