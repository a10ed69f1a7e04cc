// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type {
  IndistinguishableCause,
  ConnectionCause,
  ConnectionFinding,
  ServerKind,
} from '../../../src/records/connection-finding.ts';
import { connectionReport, keyWasRefused } from '../../../src/ui/settings/connection-report.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const tested = { provider: 'Here', baseUrl: 'http://h:1/v1', host: 'h:1', model: 'm1' };
const servers: ServerKind[] = ['hosted', 'ollama', 'lmstudio', 'llamacpp', 'vllm', 'custom'];
const plain = [
  ...['key_missing', 'key_odd', 'key_hidden', 'answer_hidden', 'no_cors', 'nobody', 'offline', 'mixed_content'],
  ...['page_insecure', 'not_chat_model', 'no_chat', 'no_tools', 'quota', 'context_length', 'loading', 'silent', 'slow'],
  ...['truncated', 'empty', 'stopped', 'model_missing'],
].map((code) => ({ code }) as ConnectionCause);
const better = ['http://h:1/api/v1', null];
const causes: ConnectionCause[] = [
  ...plain,
  { code: 'wrong_key', other: null, better: null },
  { code: 'wrong_key', other: 'There', better: 'https://there.example/v1' },
  { code: 'unknown_model', nearest: 'm2' },
  { code: 'unknown_model', nearest: null },
  { code: 'header_refused', header: 'authorization' },
  { code: 'header_refused', header: '' },
  { code: 'local_network', state: 'prompt' },
  { code: 'local_network', state: 'denied' },
  ...(['web_page', 'wrong_path', 'not_a_model', 'redirect'] as const).flatMap((code) =>
    better.map((address) => ({ code, better: address })),
  ),
  { code: 'barred_port', port: '6000' },
  { code: 'rate_limit', wait_ms: 1500 },
  { code: 'rate_limit', wait_ms: null },
  { code: 'server', status: 500 },
  { code: 'refused', status: null },
];
const alike: IndistinguishableCause[] = [
  ...(['key_hidden', 'no_cors', 'header_refused', 'answer_hidden', 'unknown_model', 'wrong_path', 'nobody'] as const),
  ...(['local_network', 'page_insecure', 'mixed_content', 'blocked', 'certificate'] as const),
];
const finding = (cause: ConnectionCause, more: Partial<ConnectionFinding & { ok: false }> = {}): ConnectionFinding => ({
  ok: false,
  cause,
  alike: [],
  models: [],
  near: [],
  detail: '',
  server: 'custom',
  page: 'https://cairn.example',
  ...more,
});

describe.each(['en', 'zh'] as const)('R11.2 a finding in words (%s)', (language) => {
  const ready = (async () => {
    const words = new Translator();
    await words.setLanguage(language);
    await words.loadAll();
    return words;
  })();

  test('each cause has a headline of one line and one to three steps, with nothing left open', async () => {
    for (const cause of causes)
      for (const server of servers) {
        const report = connectionReport(finding(cause, { server, alike, models: ['m2'] }), tested, await ready);
        const name = `${JSON.stringify(cause)} at ${server}`;
        const texts = JSON.stringify(report);
        expect(report.headline, name).toMatch(/^[^\n]+[.。]$/);
        expect(report.steps.length, name).toBeGreaterThan(0);
        expect(report.steps.length, name).toBeLessThanOrEqual(3);
        expect(texts, name).not.toMatch(/\{\w+[}|]|doctor\./);
        expect(
          report.alike.map(({ tell }) => tell.length),
          name,
        ).toEqual(alike.map(() => 1));
      }
  });

  test('what works is said in one line, what is missing in notes', async () => {
    const words = await ready;
    const all = connectionReport(
      { ok: true, models: [tested.model, 'b', 'c'], tools: true, streaming: true },
      tested,
      words,
    );
    expect(all).toMatchObject({
      works: true,
      headline:
        language === 'en'
          ? 'Here works: 3 models to choose from, it can use tools, answers appear as they are written.'
          : 'Here 可用：有 3 个模型可选，会使用工具，边写边显示回答。',
      steps: [],
    });
    const unlisted = connectionReport({ ok: true, models: ['b'], tools: true, streaming: true }, tested, words);
    expect(unlisted.steps.map(({ text }) => text).join()).toContain(tested.model);
    const less = connectionReport({ ok: true, models: [], tools: false, streaming: false }, tested, words);
    expect(less.steps).toHaveLength(3);
    expect(less.steps[0]?.text).toContain(tested.model);
    expect(less.headline).not.toMatch(/\d/);
  });

  test('commands stand apart from the sentences, with the page’s own address in them', async () => {
    const { steps } = connectionReport(finding({ code: 'no_cors' }, { server: 'ollama' }), tested, await ready);
    expect(steps[0]?.commands).toEqual(['OLLAMA_ORIGINS=https://cairn.example ollama serve']);
  });

  test('models are offered only where another model is the remedy', async () => {
    const words = await ready;
    const more = { models: ['m2', 'm3'], near: ['m2', 'm3'] };
    expect(connectionReport(finding({ code: 'quota' }, more), tested, words).near).toEqual([]);
    const unknown = finding({ code: 'unknown_model', nearest: 'm2' }, more);
    expect(connectionReport(unknown, tested, words)).toMatchObject({ near: ['m2', 'm3'], all: 2 });
  });

  test('what the endpoint said is told with its status', async () => {
    const report = connectionReport(finding({ code: 'server', status: 500 }, { detail: 'boom' }), tested, await ready);
    expect(report.said).toBe('500 · boom');
  });
});

test.each([
  [{ code: 'wrong_key', other: null, better: null }, true],
  [{ code: 'quota' }, false],
  [{ code: 'rate_limit', wait_ms: null }, false],
  [{ code: 'model_missing' }, false],
  [{ code: 'silent' }, undefined],
] as const)(
  'R4.11 a key counts as refused only as long as no sentence of a test says that it is right: %j',
  (cause, is) => {
    const finding = { ok: false, cause, alike: [], models: [], near: [], detail: '', page: '', server: 'hosted' };
    expect(keyWasRefused(finding as unknown as ConnectionFinding)).toBe(is);
  },
);
