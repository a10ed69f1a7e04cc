import { beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import type { SearchSettings } from '../../../src/records/search-settings.ts';
import type { ToolRunOutcome } from '../../../src/ports/toolbox.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { searchUsingStoredKey } from '../../../src/tools/search/run-search.ts';
import { createSearchTool } from '../../../src/tools/search/search.ts';
import { FakeNetwork, type FakePage } from '../../fakes/fake-network.ts';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';
import { answers } from './search-answers.ts';

const now = '2026-01-14T09:00:00.000Z';
let network: FakeNetwork;
let secrets: MemorySecrets;
let languages: readonly string[];
beforeEach(() => {
  languages = ['en-GB'];
  network = new FakeNetwork();
  secrets = new MemorySecrets();
});

const box = (search: Partial<SearchSettings>) => {
  const settings: Settings = { ...defaultSettings, search: { ...defaultSettings.search, ...search } };
  return toolbox([
    createSearchTool({
      search: searchUsingStoredKey(network, secrets),
      settings: () => settings,
      languages: () => languages,
    }),
  ]);
};
async function run(search: Partial<SearchSettings>, input: object, name = 'search'): Promise<ToolRunOutcome['result']> {
  const call = box(search).check(name, input);
  if (!call.ok || call.place !== 'remote') throw new Error('no remote call');
  const signal = new AbortController().signal;
  return (await call.run({ site: call.access.origin, signal, now, zone: 'UTC', sessionId: 's', files: async () => [] }))
    .result;
}
const accessOf = (search: Partial<SearchSettings>, input: object) => {
  const call = box(search).check('search', input);
  return call.ok ? call.access : call.result;
};
const json = (body: unknown): FakePage => ({ type: 'application/json', body: JSON.stringify(body) });
const wikipediaAddress = (lang: string, query: string) =>
  `https://${lang}.wikipedia.org/w/api.php?action=query&list=search&format=json&formatversion=2&origin=*&srlimit=8&srprop=snippet%7Ctimestamp&srsearch=${query}`;

describe('Wikipedia', () => {
  test('R9.4 a query in Han characters goes to the Wikipedia of a person who reads Japanese, and no Chinese', () => {
    const origin = (input: object) => accessOf({}, { query: '東京国際会議場 料金', ...input });
    expect(origin({})).toMatchObject({ origin: 'https://zh.wikipedia.org' });
    languages = ['ja-JP', 'en'];
    expect(origin({})).toMatchObject({ origin: 'https://ja.wikipedia.org' });
    expect(origin({ language: 'zh' })).toMatchObject({ origin: 'https://zh.wikipedia.org' });
    expect(accessOf({}, { query: 'Cairn' })).toMatchObject({ origin: 'https://en.wikipedia.org' });
    languages = ['ja-JP', 'zh-TW'];
    expect(origin({})).toMatchObject({ origin: 'https://zh.wikipedia.org' });
  });

  test('R9.4 finds pages without any key, as plain text with their addresses', async () => {
    network.page(wikipediaAddress('en', 'cairn+stones'), json(answers.wikipedia));
    const result = await run({}, { query: 'cairn stones' });
    expect(result).toMatchObject({ ok: true, foreign: true, failure: null });
    expect(result.text).toBe(
      [
        'en.wikipedia.org found 2 pages for “cairn stones”:',
        '1. Cairn',
        '   https://en.wikipedia.org/wiki/Cairn',
        '   A cairn is a human-made pile (or stack) of stones & "slabs" raised for a purpose',
        '2. What Is Art? & Other C++ essays',
        '   https://en.wikipedia.org/wiki/What_Is_Art%3F_%26_Other_C%2B%2B_essays',
        '   about stones',
      ].join('\n'),
    );
    expect(network.sent[0]).toEqual({ method: 'GET', headers: { accept: 'application/json' } });
  });

  test.each([
    ['长城 历史', 'zh'],
    ['ピラミッドの歴史', 'ja'],
    ['история пирамид', 'ru'],
    ['history of pyramids', 'en'],
  ])('R9.4 “%s” is looked for in the Wikipedia in %s', (query, lang) => {
    expect(accessOf({}, { query })).toEqual({
      origin: `https://${lang}.wikipedia.org`,
      private_address: false,
      subject: `${query} at ${lang}.wikipedia.org`,
      rule: 'site',
    });
  });

  test('R9.4 a language that is given, or set, is taken, and nothing but a language', () => {
    expect(accessOf({ language: 'fr' }, { query: '长城' })).toMatchObject({ origin: 'https://fr.wikipedia.org' });
    expect(accessOf({ language: 'fr' }, { query: '长城', language: 'zh-Hant' })).toMatchObject({
      origin: 'https://zh.wikipedia.org',
    });
    expect(accessOf({}, { query: 'x', language: 'evil.example/' })).toMatchObject({
      failure: { code: 'invalid_input' },
      text: expect.stringContaining('must be a language code such as en or zh') as string,
    });
  });

  test('R9.4 it answers to internet_search, and is offered once', async () => {
    network.page(wikipediaAddress('en', 'x'), json(answers.wikipedia));
    expect(await run({}, { query: 'x' }, 'internet_search')).toMatchObject({ ok: true });
    expect(
      box({})
        .offered()
        .map(({ name }) => name),
    ).toEqual(['search']);
    expect(box({}).reads('internet_search', { query: 'x' })).toBe(true);
    expect(box({}).nameOf('Internet-Search')).toBe('search');
    expect(box({}).asMeant('functions.web_search', { query: 'x' })).toEqual({ tool: 'search', input: { query: 'x' } });
    expect(box({}).nameOf('internet')).toBe(null);
  });

  test('R9.4 nothing found is said with what to try', async () => {
    network.page(wikipediaAddress('en', 'qqqq'), json({ batchcomplete: true, query: { search: [] } }));
    expect(await run({}, { query: 'qqqq' })).toMatchObject({
      ok: true,
      output: [],
      text: 'en.wikipedia.org found nothing for “qqqq”. Try fewer or other words, or another language.',
    });
  });

  test('R6.2 an overloaded wiki is a limit, whatever its status', async () => {
    network.page(wikipediaAddress('en', 'x'), json(answers.wikipediaBusy));
    expect(await run({}, { query: 'x' })).toMatchObject({ ok: false, failure: { code: 'rate_limit' } });
  });
});

describe('providers of the settings', () => {
  const searx = { provider: 'searxng', base_url: 'http://127.0.0.1:8888/' } as const;
  const tavily = { provider: 'tavily' } as const;
  const jina = { provider: 'jina' } as const;
  const brave = { provider: 'brave', base_url: 'https://proxy.example/brave' } as const;
  const keep = async (provider: string, base: string) =>
    secrets.write(`search:${provider}`, base, 'tvly-k-12345', 'session');

  test('R9.4, R9.12 a provider that the person chose is asked without a question', () => {
    expect(accessOf(searx, { query: 'x' })).toEqual({
      origin: 'http://127.0.0.1:8888',
      private_address: true,
      subject: 'x at 127.0.0.1:8888',
      rule: 'free',
    });
    expect(accessOf({ base_url: 'https://wiki.example' }, { query: 'x' })).toMatchObject({ rule: 'free' });
  });

  test('R9.4 SearXNG', async () => {
    network.page('http://127.0.0.1:8888/search?q=%E9%95%BF%E5%9F%8E&format=json&language=zh', json(answers.searxng));
    const result = await run(searx, { query: '长城' });
    expect(result.output).toEqual([
      {
        title: '长城 - 维基百科',
        address: 'https://zh.wikipedia.org/wiki/长城',
        snippet: '长城是中国古代的防御工程。',
        published: '2024-05-01',
      },
      { title: 'https://example.org/b', address: 'https://example.org/b', snippet: '', published: null },
    ]);
  });

  test('R9.4 Tavily is asked by POST, and its key goes nowhere but there', async () => {
    network.page('https://api.tavily.com/search', json(answers.tavily));
    await keep('tavily', 'https://api.tavily.com');
    const result = await run(tavily, { query: 'Leo Messi' });
    expect(network.sent[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer tvly-k-12345' } });
    expect(JSON.parse(network.sent[0]?.body ?? '')).toEqual({
      query: 'Leo Messi',
      max_results: 8,
      search_depth: 'basic',
    });
    expect(result.output).toEqual([
      {
        title: 'Lionel Messi Facts | Britannica',
        address: 'https://www.britannica.com/facts/Lionel-Messi',
        snippet: 'Lionel Messi, an Argentine footballer, is widely regarded as one of the greatest players.',
        published: '2025-01-31',
      },
    ]);
    expect(JSON.stringify(result)).not.toContain('tvly-k-12345');
  });

  test('R13.1 a key for another address is no key for this one', async () => {
    await keep('tavily', 'https://api.tavily.com');
    const result = await run({ ...tavily, base_url: 'https://elsewhere.example' }, { query: 'x' });
    expect(result.text).toContain('needs a key, and there is none that can be used now');
    expect(result.cause).toEqual({ failure: 'search_no_key', name: 'elsewhere.example' });
    expect(network.requested).toEqual([]);
  });

  test('R9.4 Jina', async () => {
    network.page('https://s.jina.ai/?q=jina+ai&num=8', json(answers.jina));
    await keep('jina', 'https://s.jina.ai');
    const result = await run(jina, { query: 'jina ai' });
    expect(network.sent[0]?.headers).toEqual({
      accept: 'application/json',
      authorization: 'Bearer tvly-k-12345',
      'x-respond-with': 'no-content',
    });
    expect(result.output).toMatchObject([
      { title: 'Jina AI', address: 'https://jina.ai/', snippet: 'Best-in-class embeddings.', published: '2025-03-03' },
    ]);
  });

  test('R9.4 Jina refuses what finds nothing; that is no fault', async () => {
    network.page('https://s.jina.ai/?q=qqqq&num=8', { ...json(answers.jinaNothing), status: 422 });
    await keep('jina', 'https://s.jina.ai');
    expect(await run(jina, { query: 'qqqq' })).toMatchObject({ ok: true, output: [] });
  });

  test('R9.4 Brave, and what speaks as it does', async () => {
    network.page(
      'https://proxy.example/brave/web/search?q=%E9%95%BF%E5%9F%8E&count=8&search_lang=zh-hans',
      json(answers.brave),
    );
    await keep('brave', 'https://proxy.example/brave');
    const result = await run(brave, { query: '长城' });
    expect(network.sent[0]?.headers).toEqual({ accept: 'application/json', 'x-subscription-token': 'tvly-k-12345' });
    expect(result.output).toEqual([
      {
        title: 'Brave Search API',
        address: 'https://brave.com/search/api/',
        snippet: "Power your search & AI apps with the Brave Search API - the world's fastest",
        published: '2026-01-02',
      },
    ]);
    network.page('https://proxy.example/brave/web/search?q=none&count=8', json({ type: 'search', query: {} }));
    expect(await run(brave, { query: 'none' })).toMatchObject({ ok: true, output: [] });
  });

  test.each([
    [
      'searxng',
      { status: 403, type: 'text/html', body: '<h1>Forbidden</h1>' },
      'failed',
      'must add “json” to the formats',
    ],
    ['searxng', { status: 429, body: 'Too Many Requests', retryAfter: '30' }, 'rate_limit', 'asks to wait 30 seconds'],
    ['searxng', { status: 200, type: 'text/html', body: '<html>' }, 'failed', 'is no list of results'],
    ['searxng', { status: 302 }, 'failed', 'redirects the search'],
    ['tavily', { status: 401, body: JSON.stringify(answers.tavilyKey) }, 'failed', 'does not accept the key'],
    [
      'tavily',
      { status: 432, body: JSON.stringify(answers.tavilyPlan) },
      'failed',
      'credit for search at api.tavily.com is used up',
    ],
    ['tavily', { status: 429, body: JSON.stringify(answers.tavilyRate) }, 'rate_limit', 'is being asked too often'],
    ['tavily', { status: 500, body: 'oops' }, 'server', 'has a fault of its own (500)'],
    ['jina', { status: 401, body: JSON.stringify(answers.jinaKey) }, 'failed', 'does not accept the key'],
    ['jina', { status: 402, body: JSON.stringify(answers.jinaBalance) }, 'failed', 'is used up'],
    ['brave', { status: 422, body: JSON.stringify(answers.braveKey) }, 'failed', 'does not accept the key'],
    ['brave', { status: 429, body: JSON.stringify(answers.braveRate) }, 'rate_limit', 'is being asked too often'],
    ['brave', { status: 429, body: JSON.stringify(answers.braveQuota) }, 'failed', 'is used up'],
    ['brave', { status: 422, body: JSON.stringify(answers.braveRequest) }, 'failed', 'refused the search (422)'],
  ] as const)('R9.4 %s answering %o is told in plain words', async (provider, page, code, words) => {
    const [settings, base, path] = {
      searxng: [searx, 'http://127.0.0.1:8888', '/search?q=x&format=json'],
      tavily: [tavily, 'https://api.tavily.com', '/search'],
      jina: [jina, 'https://s.jina.ai', '/?q=x&num=8'],
      brave: [brave, 'https://proxy.example/brave', '/web/search?q=x&count=8'],
    }[provider] as [Partial<SearchSettings>, string, string];
    network.page(base + path, page);
    await keep(provider, base);
    const result = await run(settings, { query: 'x' });
    expect(result).toMatchObject({ ok: false, failure: { code } });
    expect(result.text).toContain(words);
  });

  test('R9.4 nobody there and CORS cannot be told apart, and both are named', async () => {
    const result = await run(searx, { query: 'x' });
    expect(result).toMatchObject({ failure: { code: 'network' } });
    expect(result.text).toContain('does not permit web pages to use it (CORS)');
  });

  test('R9.4 without an address nothing is asked', async () => {
    for (const base_url of ['', 'nonsense', 'ftp://x.example', 'https://me:secret@x.example']) {
      const result = await run({ provider: 'searxng', base_url }, { query: 'x' });
      expect(result.text).toContain('Search has no address to ask');
    }
    expect(network.requested).toEqual([]);
  });

  test('R13.1 a service that repeats the key in its refusal does not spread it', async () => {
    network.page('https://api.tavily.com/search', { status: 401, body: '{"detail":{"error":"bad key tvly-k-12345"}}' });
    await keep('tavily', 'https://api.tavily.com');
    const result = await run(tavily, { query: 'x' });
    expect(result.text).toMatch(/It says: “bad key \[key\]”$/);
    expect(result.foreign).toBe(true);
  });
});
