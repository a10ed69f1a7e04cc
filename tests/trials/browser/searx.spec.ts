import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { expect } from '../../e2e/support/test.ts';
import { freePort } from './support/free-port.ts';
import { missingCommands } from './support/missing-commands.ts';
import { test as base } from './support/trial-test.ts';
import { untilUp } from './support/until-up.ts';

const missing = missingCommands('searx-run', 'kiwix-serve', 'zimwriterfs');

const articles = {
  cairn: ['Stone cairns', 'A cairn is a pile of stones, raised as a marker on a path across the hills.'],
  wall: ['Great Wall of China', 'The Great Wall is a line of fortifications of stone and earth.'],
  lake: ['Lake Constance', 'A lake on the Rhine at the foot of the Alps.'],
} as const;

/** An offline library and the search over it, as somebody keeps them on their own machine. */
class Library {
  readonly #folder: string;
  readonly #processes: ChildProcess[] = [];
  books = '';
  search = '';

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<void> {
    const pages = join(this.#folder, 'pages');
    await mkdir(pages);
    for (const [name, [title, text]] of Object.entries(articles))
      await writeFile(
        join(pages, `${name}.html`),
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`,
      );
    await writeFile(join(pages, 'dot.png'), Buffer.from(dot, 'base64'));
    const about = ['-l', 'eng', '-t', 'Hills', '-d', 'Of hills', '-c', 'Nobody', '-p', 'Nobody'];
    const zim = join(this.#folder, 'hills.zim');
    execFileSync('zimwriterfs', ['-w', 'cairn.html', '-I', 'dot.png', ...about, pages, zim], { stdio: 'pipe' });

    const [books, search] = [await freePort(), await freePort()];
    this.books = `http://127.0.0.1:${books}`;
    this.search = `http://127.0.0.1:${search}`;
    await this.#run('kiwix-serve', ['--address', '127.0.0.1', '--port', String(books), zim], this.books);
    const settings = join(this.#folder, 'settings.yml');
    await writeFile(settings, JSON.stringify(searxSettings(search, this.books)));
    await this.#run('searx-run', [], this.search, { SEARX_SETTINGS_PATH: settings });
  }

  async stop(): Promise<void> {
    for (const child of this.#processes) child.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #run(command: string, args: string[], address: string, env: Record<string, string> = {}): Promise<void> {
    const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
    process.once('exit', () => child.kill());
    this.#processes.push(child);
    await untilUp(address);
  }
}

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** All that searx wants to be told (YAML may be written as JSON); web pages may ask it. */
function searxSettings(port: number, books: string) {
  return {
    general: { debug: false, instance_name: 'Hills', contact_url: false, enable_stats: false },
    brand: Object.fromEntries(
      ['git_url', 'git_branch', 'issue_url', 'docs_url', 'public_instances', 'wiki_url', 'twitter_url'].map((name) => [
        name,
        '',
      ]),
    ),
    search: {
      safe_search: 0,
      autocomplete: '',
      default_lang: '',
      ban_time_on_fail: 5,
      max_ban_time_on_fail: 120,
      prefer_configured_language: false,
    },
    server: {
      port,
      bind_address: '127.0.0.1',
      secret_key: 'of no use to anybody',
      base_url: false,
      image_proxy: false,
      http_protocol_version: '1.0',
      method: 'GET',
      default_http_headers: { 'Access-Control-Allow-Origin': '*' },
    },
    ui: {
      static_path: '/usr/share/python3-searx/static',
      templates_path: '/usr/share/python3-searx/templates',
      default_theme: 'oscar',
      default_locale: '',
      theme_args: { oscar_style: 'logicodev' },
    },
    outgoing: { request_timeout: 10, useragent_suffix: '', pool_connections: 10, pool_maxsize: 10 },
    engines: [
      {
        name: 'kiwix',
        engine: 'xpath',
        enable_http: true,
        shortcut: 'kx',
        search_url: `${books}/search?pattern={query}`,
        results_xpath: '//div[@class="results"]//li',
        url_xpath: './/a/@href',
        title_xpath: './/a',
        content_xpath: './/cite',
        categories: 'general',
      },
    ],
    locales: { en: 'English' },
    doi_resolvers: { 'doi.org': 'https://doi.org/' },
    default_doi_resolver: 'doi.org',
  };
}

const test = base.extend<{ library: Library }>({
  library: async ({}, use) => {
    const library = new Library(await mkdtemp(join(tmpdir(), 'cairn-library-')));
    await library.start();
    await use(library);
    await library.stop();
  },
});

test.skip(missing.length > 0, `not installed: ${missing.join(', ')} (apt-get install searx kiwix-tools zim-tools)`);

test('R9.4, R9.3 a searx of the person’s own over an offline library: tried in the settings, searched by a plan, what it found is read', async ({
  app,
  model,
  library,
}) => {
  model.play(
    diligentModel(
      [
        { description: 'Look it up', calls: [{ name: 'search', input: { query: 'stone' } }] },
        {
          description: 'Read about it',
          calls: [{ name: 'fetch', input: { url: `${library.books}/hills/cairn.html` } }],
        },
      ],
      'Read.',
    ),
  );
  await app.enterKey(model);
  const settings = await app.settings('Search and reading');
  await settings.getByRole('combobox', { name: 'Search with' }).selectOption({ label: 'SearXNG' });
  const address = settings.getByRole('textbox', { name: 'Search address' });
  await address.fill(library.search);
  await address.blur();
  await settings.getByRole('button', { name: 'Try the search' }).click();
  await expect(settings.getByText(/answers/)).toBeVisible({ timeout: 20_000 });
  await settings.getByRole('button', { name: 'Close' }).click();

  await app.send('What is a cairn?');
  await expect(app.approval).toContainText(`${library.books}/hills/cairn.html`, { timeout: 30_000 });
  await app.approve('Allow once');
  await app.expectPlanStatus('completed');
  const seen = model.asks.flatMap(({ results }) => results).join('\n');
  expect(seen).toContain(`${library.books}/hills/cairn.html`);
  expect(seen).toContain('Great Wall of China');
  expect(seen).not.toContain('Lake Constance');
  expect(seen).toContain('raised as a marker on a path across the hills');
});
