import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import AllowedSites from '../../../src/ui/settings/services/AllowedSites.svelte';
import LimitFields from '../../../src/ui/settings/LimitFields.svelte';
import LookFields from '../../../src/ui/settings/LookFields.svelte';
import SearchFields from '../../../src/ui/settings/services/SearchFields.svelte';
import SiteKeyFields from '../../../src/ui/settings/services/SiteKeyFields.svelte';
import SpendingFields from '../../../src/ui/settings/SpendingFields.svelte';
import ToolRules from '../../../src/ui/settings/services/ToolRules.svelte';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import type { Settings } from '../../../src/records/settings.ts';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const egress = async () => ({ isGuarded: async () => true }) as never;

test('R5.4 a limit is kept when its field is left; one beyond its bounds is not, and its bounds are told', async () => {
  const { app, page: parts } = await openApp();
  show(LimitFields, { app }, parts);
  const steps = page.getByLabelText('Steps in a plan, at most');
  await steps.fill('7');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => app.settings.limits.max_plan_steps).toBe(7);
  await steps.fill('0');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a whole number from 1 to 1000.');
  await expect.element(steps).toHaveAttribute('aria-invalid', 'true');
  expect(app.settings.limits.max_plan_steps).toBe(7);
  const usual = Number(/\d+/.exec(page.getByText(/^Usually/).elements()[0]?.textContent ?? '')?.[0]);
  await page.getByRole('button', { name: 'Back to the usual limits' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => app.settings.limits.max_plan_steps).not.toBe(7);
  expect(app.settings.limits.max_steps).toBe(usual);
});

test.each([
  ['2,50', 2.5],
  ['$0.50', 0.5],
  ['0.5 USD', 0.5],
  ['0,005', 0.005],
  ['１.5美元', 1.5],
  ['1,000.50', 1000.5],
  ['1.000,50', 1000.5],
  ['', null],
])('R5.5 a spending limit of “%s” counts as %s', async (typed, kept) => {
  const { app, page: parts } = await openApp({ settings: { spending_limit: 1 } });
  show(SpendingFields, { app }, parts);
  const field = page.getByRole('textbox');
  await field.fill('nonsense');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  expect(app.settings.spending_limit).toBe(1);
  await field.fill(typed);
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => app.settings.spending_limit).toBe(kept);
});

test.each([
  ['0x10', 'Enter a sum above zero'],
  ['5e-1', 'Enter a sum above zero'],
  ['1,000', 'That can be read in two ways: write 1.000 or 1000.'],
])('R5.5 a spending limit of “%s” is not guessed at', async (typed, said) => {
  const { app, page: parts } = await openApp({ settings: { spending_limit: 1 } });
  show(SpendingFields, { app }, parts);
  await page.getByRole('textbox').fill(typed);
  await expect.element(page.getByRole('alert')).toHaveTextContent(said);
  await userEvent.keyboard('{Tab}');
  expect(app.settings.spending_limit).toBe(1);
});

test('R5.5 the limit says of each model in use that it cannot stop it if its price is not known', async () => {
  const priced = { id: 'p1', provider: 'openai', base_url: 'https://api.openai.com/v1', model: 'gpt-4o' };
  const local = { id: 'p2', provider: 'custom', base_url: 'http://localhost:1234/v1', model: 'local-one' };
  const { app, page: parts } = await openApp({ settings: { profile: 'p1', thought_profile: 'p2' } });
  for (const each of [priced, local]) await app.dependencies.stores.profiles.save({ ...each, key_place: 'session' });
  app.dependencies.inputPrice = async ({ base_url }) => (base_url.startsWith('https') ? 1 : null);
  show(SpendingFields, { app }, parts);
  await expect.element(page.getByText('The price of “local-one” is not known')).toBeVisible();
  await expect.element(page.getByText('The price of “gpt-4o” is not known')).not.toBeInTheDocument();
});

test('R5.5 the total names what it is of, also where nothing is counted', async () => {
  const { app, page: parts } = await openApp();
  show(SpendingFields, { app }, parts);
  await expect.element(page.getByText(/The sessions that are here have called no model yet/)).toBeVisible();
  await expect
    .element(page.getByText(/Not counted: the demo, sessions deleted for good, trials of a model/))
    .toBeVisible();
});

/** A change is over once it is stored and the page has read it again. */
const settled = async (app: App, change: Partial<Settings>) => {
  const { settings } = app.dependencies.stores;
  await expect.poll(async () => [app.settings, await settings.get()]).toMatchObject([change, change]);
};

test('R14.5 a theme applies at once', async () => {
  const { app, page: parts } = await openApp();
  show(LookFields, { app }, parts);
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  const ground = getComputedStyle(document.body).backgroundColor;
  await settled(app, { theme: 'dark' });
  await page.getByRole('radio', { name: 'Light' }).click();
  await expect.poll(() => getComputedStyle(document.body).backgroundColor).not.toBe(ground);
});

test('R14.5 a language applies at once, and so does the one before', async () => {
  const { app, page: parts } = await openApp();
  show(LookFields, { app }, parts);
  await page.getByRole('radio', { name: '简体中文' }).click();
  await expect.element(page.getByRole('radio', { name: '深色' })).toBeVisible();
  expect(document.documentElement.lang).toMatch(/^zh/);
  await settled(app, { language: 'zh' });
  await page.getByRole('radio', { name: 'English' }).click();
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeVisible();
});

test('R9.12 a site is allowed or never visited, by its address alone, and a rule can be forgotten and brought back', async () => {
  const { app, page: parts } = await openApp({ dependencies: { egress } });
  show(AllowedSites, { app }, parts);
  const field = page.getByRole('textbox', { name: 'A site' });
  await field.fill('not an address');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/no address of a site/);
  await expect.element(field).toHaveFocus();
  await field.fill('https://shop.example/a?b=c');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem')).toHaveTextContent('https://shop.example allowed');
  await expect.element(field).toHaveValue('');
  await field.fill('https://shop.example');
  await page.getByRole('button', { name: 'Never visit' }).click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('shop.example never');
  await page.getByRole('button', { name: 'Forget the rule for shop.example' }).click();
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
  app.toasts.list[0]?.action?.run();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('shop.example never');
});

test('R13.5 a site of the own network is kept apart', async () => {
  const { app, page: parts } = await openApp({ dependencies: { egress } });
  show(AllowedSites, { app }, parts);
  await page.getByRole('textbox', { name: 'A site' }).fill('http://192.168.0.1');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem')).toHaveTextContent('private address');
  expect(app.settings.allowed_private_origins).toEqual(['http://192.168.0.1']);
  expect(app.settings.allowed_origins).toEqual([]);
});

test('R9.12 each tool is allowed, asked for or denied; “As usual” forgets the rule', async () => {
  const ruledTools = async () => [{ name: 'fetch', key: 'fetch', schema: {} }];
  const { app, page: parts } = await openApp({
    settings: { tool_rules: { gone: 'deny' } },
    dependencies: { ruledTools },
  });
  show(ToolRules, { app }, parts);
  const rule = page.getByRole('combobox', { name: /web pages/ });
  await rule.selectOptions('Never');
  await expect.poll(() => app.settings.tool_rules).toEqual({ fetch: 'deny', gone: 'deny' });
  await rule.selectOptions('As usual');
  await expect.poll(() => app.settings.tool_rules).toEqual({ gone: 'deny' });
  await expect.element(page.getByText('gone')).toBeVisible();
});

test('R9.4 a search service asks for its key, an address must be whole, and a trial shows what comes', async () => {
  const runSearch = vi.fn(async () => ({ ok: false, error: { code: 'unreachable' } }) as never);
  const { app, page: parts } = await openApp({ dependencies: { runSearch } });
  show(SearchFields, { app }, parts);
  await expect.element(page.getByRole('textbox', { name: /key/i })).not.toBeInTheDocument();
  await page.getByRole('combobox').first().selectOptions('Brave Search');
  await expect.element(page.getByRole('textbox', { name: /key/i })).toBeVisible();
  expect(app.settings.search.provider).toBe('brave');
  const address = page.getByRole('textbox', { name: /address/i }).first();
  await address.fill('brave');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(app.settings.search.base_url).toBe('');
  await page.getByRole('textbox', { name: /language/i }).fill('not a code');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => page.getByRole('alert').elements().length).toBeGreaterThan(0);
  expect(runSearch).not.toHaveBeenCalled();
});

test('R13.1 a key for a site is stored with the secrets, for that site only; a wrong one is told', async () => {
  const { app, page: parts } = await openApp();
  show(SiteKeyFields, { app }, parts);
  const [site, header] = [page.getByLabelText('Site that gets the key'), page.getByLabelText('Header')];
  const key = page.getByLabelText('Key for the site');
  const store = () => page.getByRole('button', { name: 'Store the key' }).click();
  await site.fill('http://api.example.org');
  await store();
  await expect.element(page.getByRole('alert')).toHaveTextContent('use the https address');
  await site.fill('https://api.example.org/v1/issues');
  await header.fill('Cookie');
  await store();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This header cannot carry a key');
  await header.fill('Authorization');
  await key.fill('sk-雪');
  await store();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Copy it again');
  await key.fill('Bearer K-123456789');
  await store();
  await expect
    .poll(() => app.settings.site_keys)
    .toEqual([{ origin: 'https://api.example.org', header: 'Authorization', bearer: true }]);
  const { secrets } = app.dependencies;
  expect(await secrets.read('site:https://api.example.org', 'https://api.example.org')).toBe('K-123456789');
  await expect.element(page.getByText('https://api.example.org')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the key for https://api.example.org' }).click();
  await expect.poll(() => app.settings.site_keys).toEqual([]);
  expect(await secrets.keyPlaceOf('site:https://api.example.org', 'https://api.example.org')).toBeNull();
});

test('R13.1 a word before the key that is not Bearer goes with it, and a lost key is told', async () => {
  const { app, page: parts } = await openApp({
    settings: { site_keys: [{ origin: 'https://old.example', header: 'X-API-Key', bearer: false }] },
  });
  show(SiteKeyFields, { app }, parts);
  await expect.element(page.getByText('not here: enter it again')).toBeVisible();
  await page.getByLabelText('Site that gets the key').fill('https://linear.example');
  await page.getByLabelText('Key for the site').fill('lin_api_123456789');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Store the key' }).click();
  await expect
    .poll(() => app.settings.site_keys?.at(-1))
    .toMatchObject({ origin: 'https://linear.example', bearer: false });
  await page.getByLabelText('Site that gets the key').fill('https://git.example');
  await page.getByLabelText('Key for the site').fill('token ghp_123456789');
  await page.getByRole('button', { name: 'Store the key' }).click();
  await expect
    .poll(() => app.settings.site_keys?.at(-1))
    .toMatchObject({ origin: 'https://git.example', bearer: false });
});
