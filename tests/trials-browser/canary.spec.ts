import { randomUUID } from 'node:crypto';
import { Loopback } from '../llm/loopback.ts';
import { sample } from '../llm/sample.ts';
import { CanaryWatch, type Place } from '../e2e/support/canary-watch.ts';
import { diligentModel } from '../e2e/support/diligent-model.ts';
import { keptOffline } from '../e2e/support/kept-offline.ts';
import { faultyMind } from '../e2e/support/faulty-mind.ts';
import { expect, test } from '../e2e/support/test.ts';

/** As people have it: what is kept for later is looked through, too, and the key lies in a network worker. */
test.use({ serviceWorkers: 'allow' });

const { delta, events } = sample;
const passphrase = 'seven stones mark the way';

/** One of them looks like a key, the other like nothing in particular. */
const places: [Place, string, string][] = [
  ['session', 'Until this tab closes', `sk-CANARY-${randomUUID()}`],
  ['device', 'On this device', `CANARY.${randomUUID().replaceAll('-', '~')}`],
  ['passphrase', 'On this device, encrypted', `sk-CANARY-${randomUUID()}`],
];

/** The first calls go wrong, each in a way that says the key aloud; then everything goes well. */
function faults(key: string) {
  const said = `Incorrect API key provided: ${key}. You sent Authorization: Bearer ${key}`;
  const json = 'application/json';
  return [
    {
      status: 401,
      type: json,
      body: JSON.stringify({ error: { message: said, code: 'invalid_api_key', param: key } }),
    },
    { status: 500, type: 'text/html', body: `<html><title>${key}</title><p>${said}</p></html>` },
    { body: events(delta({ content: 'I am ab' })) },
    { body: events({ error: { message: said, code: 503, metadata: { raw: encodeURIComponent(said) } } }) },
    null,
    { body: events(delta({ content: 'Let me' })), then: 'reset' as const },
    { status: 429, type: json, body: JSON.stringify({ error: `Try again in 1s, ${said}` }) },
  ];
}

for (const [place, words, key] of places)
  test(`R13.1 a key that is kept ${place === 'session' ? 'in the tab' : place === 'device' ? 'on the device' : 'with a passphrase'} is found nowhere else after a run with errors, exports and a backup`, async ({
    app,
    page,
  }) => {
    test.setTimeout(120_000);
    const server = new Loopback();
    const baseUrl = await server.open();
    const watch = await CanaryWatch.over(page, key, baseUrl, [passphrase]);
    const steps = ['Note the milk', 'Note the tea', 'Sum up'].map((description, at) => ({
      description,
      calls: at < 2 ? [{ name: 'todo', input: { action: 'add', title: description } }] : [],
    }));
    const wrong = faults(key);
    server.answer = faultyMind(diligentModel(steps, 'Both are noted.'), (_, call) => wrong[call - 1] ?? null);
    await app.open();
    await keptOffline(page);

    await test.step('the key is entered, at first into the wrong field', async () => {
      const provider = page.getByRole('combobox', { name: 'Provider' });
      await provider.selectOption('custom');
      const address = page.getByRole('textbox', { name: 'Base URL' });
      await address.fill(key);
      await app.button('Save').click();
      await expect(address.and(page.locator(':invalid'))).toBeVisible();
      await address.fill(baseUrl);
      await page.getByRole('textbox', { name: 'API key' }).fill(key);
      await page.getByLabel('Model', { exact: true }).fill('odd-1');
      await page.getByRole('radio', { name: words, exact: true }).check();
      if (place === 'passphrase') await page.getByLabel('Choose a passphrase').fill(passphrase);
      await app.button('Save').click();
      await expect(app.message).toBeVisible();
      await watch.look('saved', place);
    });

    await test.step('a run meets every error that says the key aloud', async () => {
      await app.send('Note milk and tea');
      await app.expectPlanStatus('paused');
      await watch.look('refused', place);
      await app.button('Continue').click();
      await app.expectPlanStatus('completed');
      await expect(app.conversation).toContainText('Both are noted.');
      expect(server.seen.filter(({ method }) => method === 'POST').length).toBeGreaterThan(wrong.length + 4);
      await watch.look('completed', place);
    });

    await test.step('plan, history and everything are exported', async () => {
      await app.exportPlan();
      await app.tab('History');
      const history = page.waitForEvent('download');
      await app.button('Export as JSON').click();
      await history;
      await app.settings('Your data');
      const backup = page.waitForEvent('download');
      await app.button('Back up now').click();
      await backup;
      await watch.look('exported', place);
    });

    await test.step('a bad base URL is tried and tested', async () => {
      const before = watch.carried;
      await app.settings('Model connection');
      await page.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9/v1');
      await app.button('Test connection').click();
      await expect(page.getByText('Testing…')).toBeHidden({ timeout: 30_000 });
      await watch.look('tested', place);
      expect(watch.carried).toBe(before);
      await page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
      await app.button('Test connection').click();
      await expect(page.getByText('Testing…')).toBeHidden({ timeout: 30_000 });
      await watch.look('tested again', place);
      expect(watch.carried).toBeGreaterThan(before);
      await page.keyboard.press('Escape');
    });

    await test.step('the page is opened anew', async () => {
      await app.reload();
      await watch.look('reloaded', place);
    });

    expect(watch.hits).toEqual([]);
    await server.close();
  });

test('the canary is found wherever it is planted', async ({ page }) => {
  const key = `sk-CANARY-${randomUUID()}`;
  const watch = await CanaryWatch.over(page, key, 'http://127.0.0.1:9/v1');
  await page.goto('/');
  await page.evaluate(async (secret) => {
    const { console: log } = window;
    log.info(`oh, ${secret}`);
    document.body.dataset.oops = secret;
    document.querySelector('input')?.setAttribute('value', secret);
    localStorage.setItem('oops', btoa(`"${secret}"`));
    sessionStorage.setItem('cairn.key.p', secret);
    new BroadcastChannel('oops').postMessage({ secret });
    history.replaceState(null, '', `?oops=${Array.from(secret).reverse().join('')}`);
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('oops', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
      opening.onsuccess = () => resolve(opening.result);
    });
    const writing = database.transaction('rows', 'readwrite');
    writing.objectStore('rows').put(new TextEncoder().encode(secret), 1);
    await new Promise((resolve) => (writing.oncomplete = resolve));
    database.close();
    await fetch('/plan.schema.json', { headers: { oops: secret } });
  }, key);
  await watch.look('planted', 'session');
  const found = watch.hits.map((hit) => hit.replace(/ \(.*| http.*/, ''));
  expect(new Set(found)).toEqual(
    new Set([
      'console',
      'planted: address',
      'planted: document',
      'planted: localStorage oops',
      'planted: BroadcastChannel',
      'planted: table rows',
      'request',
    ]),
  );
});
