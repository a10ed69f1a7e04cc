import type { Locator } from '@playwright/test';
import { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { goodKey, SearchServer } from './support/search-server.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend<{ engines: SearchServer }>({
  engines: async ({}, use) => {
    const server = await SearchServer.start();
    await use(server);
    await server.stop();
  },
});

const searching = (name = 'search', query = 'stone cairns') =>
  diligentModel([{ description: 'Look it up', calls: [{ name, input: { query } }] }], 'Looked up.');

async function settingsOf(app: Cairn): Promise<Locator> {
  return app.settings('Search and reading');
}

async function choose(settings: Locator, provider: string, address: string, key?: string): Promise<void> {
  await settings.getByRole('combobox', { name: 'Search with' }).selectOption({ label: provider });
  const field = settings.getByRole('textbox', { name: 'Search address' });
  await field.fill(address);
  await field.blur();
  if (key !== undefined) await settings.getByRole('textbox', { name: 'Search key' }).fill(key);
  await settings.getByRole('button', { name: 'Try the search' }).click();
}

const providers = [
  ['Wikipedia', undefined, 'Cairn', '/w/api.php'],
  ['SearXNG', undefined, '长城 - 维基百科', '/search'],
  ['Tavily', goodKey, 'Lionel Messi Facts | Britannica', '/search'],
  ['Jina', goodKey, 'Jina AI', '/'],
  ['Brave Search', goodKey, 'Brave Search API', '/web/search'],
] as const;

for (const [provider, key, title, path] of providers)
  test(`R9.4 ${provider} is chosen, tried in the settings, and then searched by a plan`, async ({
    app,
    model,
    engines,
  }) => {
    model.play(searching());
    await app.enterKey(model);
    const settings = await settingsOf(app);
    await choose(settings, provider, engines.origin, key);
    await expect(settings.getByText(/answers\. The first of what it found/)).toBeVisible();
    await expect(settings.getByRole('status').getByText(title, { exact: true })).toBeVisible();
    expect(engines.requests).toEqual([{ path, query: 'Great Wall of China', key: key ?? null }]);
    await settings.getByRole('button', { name: 'Close' }).click();

    await app.send('Look it up');
    await app.expectPlanStatus('completed');
    expect(engines.requests.at(-1)).toEqual({ path, query: 'stone cairns', key: key ?? null });
    const seen = model.asks.flatMap(({ results }) => results).join('\n');
    expect(seen).toContain(title);
    expect(seen).not.toContain(goodKey);
  });

test('R9.4 faults are told in the settings, each with what to do', async ({ app, model, engines }) => {
  await app.enterKey(model);
  const settings = await settingsOf(app);
  await choose(settings, 'Tavily', engines.origin, 'wrong');
  await expect(settings.getByText(/does not accept this key/)).toBeVisible();
  await expect(settings.getByText(/Unauthorized: missing or invalid API key/)).toBeVisible();
  engines.htmlOnly = true;
  await choose(settings, 'SearXNG', engines.origin);
  await expect(settings.getByText(/must add “json” to “search: formats:”/)).toBeVisible();
  engines.open = false;
  await choose(settings, 'SearXNG', `${engines.origin}/`);
  await expect(settings.getByText(/it may not answer web pages \(CORS\)/)).toBeVisible();
  await choose(settings, 'SearXNG', 'nonsense');
  await expect(settings.getByText('Enter a full address such as https://search.example.org.')).toBeVisible();
});

test('R9.4, R9.12 without settings Wikipedia is asked, and the person is asked first', async ({ page, app, model }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('wikipedia')) asked.push(request.url());
  });
  model.play(searching('internet_search', '长城 历史'));
  await app.enterKey(model);
  await app.send('Look it up');
  await expect(app.approval).toContainText('zh.wikipedia.org');
  await expect(app.approval).toContainText('长城 历史');
  await app.approve('Deny');
  await app.expectPlanStatus('completed');
  expect(asked).toEqual([]);
});

base(
  'R9.3 a page that no web page may read is read through the reader, once the person has switched it on',
  async ({ page, model, strangers }) => {
    strangers.name('https://paper.example', 'https://r.jina.ai');
    const address = 'https://paper.example/story';
    const read: string[] = [];
    await page.route('https://paper.example/**', (route) => route.abort('failed'));
    await page.route('https://r.jina.ai/**', (route) => {
      read.push(route.request().url());
      return route.fulfill({
        contentType: 'text/plain; charset=utf-8',
        headers: { 'access-control-allow-origin': '*' },
        body: `Title: The story\n\nURL Source: ${address}\n\nMarkdown Content:\nOnce upon a time there was a heap of stones.\n`,
      });
    });
    const app = new Cairn(page);
    const fetching = () =>
      diligentModel([{ description: 'Read it', calls: [{ name: 'fetch', input: { url: address } }] }], 'Read.');
    model.play(fetching());
    await app.open();
    await app.enterKey(model);
    const settings = await settingsOf(app);
    await expect(settings.getByText(/It sees the address and the content of every page read through it/)).toBeVisible();
    const reader = settings.getByRole('checkbox', { name: /^Read them through a reader/ });
    await expect(reader).not.toBeChecked();
    await reader.check();
    await expect(settings.getByRole('textbox', { name: 'Reader address' })).toHaveValue('https://r.jina.ai/');
    await settings.getByRole('button', { name: 'Close' }).click();

    await app.send('Read it');
    await app.approve('Allow once');
    await app.expectPlanStatus('completed');
    expect(read).toEqual([`https://r.jina.ai/${address}`]);
    const seen = model.asks.flatMap(({ results }) => results).join('\n');
    expect(seen).toContain('Read through the reader r.jina.ai.');
    expect(seen).toContain('Once upon a time there was a heap of stones.');
  },
);
