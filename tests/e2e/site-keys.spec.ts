import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { diligentModel } from './support/diligent-model.ts';
import { readTables } from './support/stored-tables.ts';
import { expect, test } from './support/test.ts';

const key = 'K-tracker-0123456789';

test('R13.1 a key for a site goes with the requests to it, is named where one approves, and is nowhere else', async ({
  app,
  page,
  model,
}) => {
  const seen: string[] = [];
  const tracker = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', 'authorization');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const { authorization = 'none' } = request.headers;
    seen.push(`${request.method} ${authorization}`);
    if (authorization !== `Bearer ${key}`) return void response.writeHead(401).end();
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ issues: ['Leak'], echo: authorization }));
  });
  await new Promise<void>((resolve) => tracker.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(tracker.address() as AddressInfo).port}`;
  const input = { url: `${origin}/issues` };
  model.play(
    diligentModel([{ description: 'List the issues', calls: [{ name: 'fetch', input }] }], 'One issue: Leak.'),
  );

  await app.enterKey(model);
  const settings = await app.settings('Tools and permissions');
  await settings.getByLabel('Site that gets the key').fill(origin);
  await settings.getByLabel('Key for the site').fill(key);
  await settings.getByRole('button', { name: 'Store the key' }).click();
  await expect(settings.getByText(origin)).toBeVisible();
  await page.keyboard.press('Escape');

  await app.send('Which issues are open?');
  await expect(app.approval).toContainText(`Your key for ${origin} goes with it`);
  await app.approve('Allow once');
  await app.expectPlanStatus('completed');
  expect(seen).toEqual([`GET Bearer ${key}`]);
  const asked = JSON.stringify(model.asks);
  expect(asked).toContain('Leak');
  expect(asked).not.toContain(key);
  expect(JSON.stringify(await page.evaluate(readTables))).not.toContain(key);

  await page.reload();
  await app.send('Which issues are open now?');
  await app.approve('Allow once');
  await app.expectPlanStatus('completed');
  expect(seen).toHaveLength(2);
  tracker.closeAllConnections();
  await new Promise((resolve) => tracker.close(resolve));
});
