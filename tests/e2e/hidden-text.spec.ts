import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { diligentModel } from './support/diligent-model.ts';
import { hiddenPages } from './support/hidden-pages.ts';
import { expect, test } from './support/test.ts';

test('R13.3 text that a page hides does not reach the model, text that a visitor can open does @gate', async ({
  app,
  model,
}) => {
  const chosen = [
    ...['display none', 'rule, class', 'two rules together', 'white on white'],
    ...['closed details', 'tab panels', 'white on a thin veil'],
  ];
  const pages = hiddenPages.filter(({ name }) =>
    chosen.includes(name.replace(/, (?:in an article|beside links)$/, '')),
  );
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(pages[Number((request.url ?? '').slice(1))]?.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const calls = pages.map((_, at) => ({ name: 'fetch', input: { url: `${origin}/${at}` } }));
  const halves = [calls.slice(0, 6), calls.slice(6)];
  model.play(
    diligentModel(
      halves.map((some, at) => ({ description: `Read part ${at + 1}`, calls: some })),
      'All read.',
    ),
  );
  await app.enterKey(model);
  await app.send('Read the pages about tea');
  await app.approve('Allow for this plan');
  await app.expectPlanStatus('completed');
  const told = model.asks.map(({ prompt }) => prompt).join('\n');
  expect(pages).toHaveLength(14);
  for (const { word, isHidden, name } of pages) expect(told.includes(word), name).toBe(!isHidden);
  server.close();
});
