import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hiddenPages } from '../../e2e/support/hidden-pages.ts';
import type { ScriptedModel } from '../../e2e/support/model-server.ts';
import { button } from './support/cairn-visitor.ts';
import { expect, test } from './support/test.ts';

const pages = hiddenPages.filter(({ name }) => name.endsWith('in an article'));
const together = 7;

/** A model that reads the pages, so many at a time, and closes. */
function reader(origin: string): ScriptedModel {
  const parts = Array.from({ length: Math.ceil(pages.length / together) }, (_, at) => at * together);
  const ended = new Set<string>();
  return {
    topic: ({ purpose, step, results }) => `${purpose} ${step?.description} ${results.length}`,
    answer: ({ purpose, step, results }) => {
      if (purpose === 'intake')
        return {
          calls: [{ name: 'create_plan', input: { plan: parts.map((from) => `Look at the pages from ${from} on`) } }],
        };
      if (purpose === 'evaluation')
        return { calls: [{ name: 'judge_step', input: { success: true, decision: 'continue', reason: 'fine' } }] };
      if (purpose === 'replan')
        return ended.size < parts.length
          ? { calls: [{ name: 'keep_plan', input: {} }] }
          : { calls: [{ name: 'finish_task', input: { response: 'All read.' } }] };
      const from = Number(/\d+/.exec(step?.description ?? '')?.[0]);
      if (results.length === 0)
        return {
          calls: pages
            .slice(from, from + together)
            .map((_, at) => ({ name: 'fetch', input: { url: `${origin}/${from + at}` } })),
        };
      ended.add(step?.description ?? '');
      return { calls: [{ name: 'finish_step', input: { response: 'Read.' } }] };
    },
  };
}

test('hidden text of pages', async ({ app, model }) => {
  test.setTimeout(700_000);
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(pages[Number((request.url ?? '').slice(1))]?.html ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  model.play(reader(origin));
  await app.enterKey(model);
  await app.send('Read the pages about tea');
  await app.approve('Allow for this plan', origin);
  /** So many calls are more than a plan of this length may make at once. */
  await app.planStatus('paused', 300_000);
  await app.click(button('Continue'));
  await app.planStatus('completed', 300_000);
  server.close();
  const told = model.asks.flatMap(({ results }) => results).join('\n');
  const wrong = pages.filter(({ word, isHidden }) => new RegExp(`${word}\\b`).test(told) === isHidden);
  expect(pages.filter(({ isHidden }) => isHidden).length).toBeGreaterThanOrEqual(40);
  expect(wrong.map(({ name, isHidden }) => `${isHidden ? 'read' : 'not read'}: ${name}`)).toEqual([]);
});
