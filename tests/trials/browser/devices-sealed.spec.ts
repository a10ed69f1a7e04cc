import { disguises } from '../../e2e/support/canary-watch.ts';
import { Cairn } from '../../e2e/support/cairn.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { expect } from '../../e2e/support/test.ts';
import { connectDevice, joinDevice } from './support/connect-device.ts';
import { RecordingProxy } from './support/recording-proxy.ts';
import { syncServer } from './support/sync-server.ts';
import { test } from './support/trial-test.ts';

const canary = 'Zx9QcanaryK7';
/** As the helper of the everyday tests enters it. */
const key = 'sk-test-0123456789';
const steps = [
  { description: `Note ${canary}`, calls: [{ name: 'todo', input: { action: 'add', title: `${canary} to do` } }] },
  {
    description: `Date ${canary}`,
    calls: [
      {
        name: 'schedule',
        input: { action: 'add', title: canary, start: '2031-03-01T09:00', end: '2031-03-01T10:00' },
      },
    ],
  },
  {
    description: `Write ${canary}`,
    calls: [{ name: 'files', input: { action: 'write', name: `${canary}.txt`, content: `${canary}\n`.repeat(9) } }],
  },
];

test('nothing that the person wrote, named or entered reaches the server, in what it stores and in what it is asked', async ({
  app,
  model,
  browser,
  address,
}) => {
  const { peer, port } = await syncServer('couch', address);
  const proxy = await RecordingProxy.start(port);
  model.play(diligentModel(steps, `All about ${canary} is done.`));
  await app.enterKey(model, 'On this device');
  await app.page.evaluate(storeMore, canary);
  const database = `${proxy.address}/sealed`;
  const link = await connectDevice(app, database, { device: `Laptop ${canary}`, passphrase: `${canary} opens it` });
  const other = await browser.newContext();
  const phone = new Cairn(await other.newPage());
  await phone.open();
  await phone.enterKey(model, 'On this device');
  await joinDevice(phone.page, link, { device: `Phone ${canary}` });

  await app.send(`Do all about ${canary}`);
  await app.expectPlanStatus('completed');
  const session = app.page.url().replace(/.*#/, '#');
  await expect(phone.page.getByRole('link', { name: `Do all about ${canary} done` })).toBeVisible();
  await phone.page.goto(session);
  await expect(phone.conversation.getByText(`All about ${canary} is done.`)).toBeVisible();
  await expect(phone.message).toBeVisible();

  const stored = await (await fetch(`http://127.0.0.1:${port}/sealed/_all_docs?include_docs=true`)).text();
  const everything = [stored, ...proxy.requests.map(({ text }) => text)].map((text) => text.toLowerCase());
  const hits = [canary, key, session.slice(-12)].flatMap(disguises).flatMap(({ name, form }) => {
    const where = everything.find((text) => text.includes(form));
    return where === undefined ? [] : [`${name}: ${where.slice(0, 300)}`];
  });
  expect(hits).toEqual([]);
  expect(disguises('GET /sealed').some(({ form }) => everything.some((text) => text.includes(form)))).toBe(true);
  const { rows } = JSON.parse(stored) as { rows: unknown[] };
  expect(rows.length).toBeGreaterThan(10);
  expect(proxy.requests.length).toBeGreaterThan(30);
  await other.close();
  proxy.stop();
  await peer.stop();
});

/** Puts a note and a connection into the database of the page it runs in. */
async function storeMore(word: string): Promise<void> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('not stored'));
    });
  const database = await answer(indexedDB.open('cairn'));
  const transaction = database.transaction(['notes', 'profiles'], 'readwrite');
  const at = new Date().toISOString();
  const stamps = { created_at: at, updated_at: at, deleted_at: null };
  const note = { id: 'note_canary', title: word, text: word, tags: [word], foreign: false, session_id: null };
  transaction.objectStore('notes').put({ ...note, ...stamps });
  const profiles = transaction.objectStore('profiles');
  const [profile] = (await answer(profiles.getAll())) as Record<string, unknown>[];
  profiles.put({ ...profile, id: 'profile_canary', name: word, base_url: `https://${word}.example/v1` });
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}
