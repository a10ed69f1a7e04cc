import type { Page } from '@playwright/test';
import type { Cairn } from '../../e2e/support/cairn.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { storedTables } from '../../e2e/support/stored-tables.ts';
import { expect } from '../../e2e/support/test.ts';
import { freePort } from './support/free-port.ts';
import { Peer } from './support/peer.ts';
import { test as base } from './support/trial-test.ts';

/** `server-everything` of the MCP project, which can be taken away and brought back. */
class Everything {
  readonly #port: number;
  #peer: Peer | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  async start(): Promise<void> {
    this.#peer = (await Peer.start('mcp-everything.mjs', [String(this.#port)], /listening on port/)).peer;
  }

  async stop(): Promise<void> {
    await this.#peer?.stop();
    this.#peer = null;
  }
}

const test = base.extend<{ everything: Everything }>({
  everything: async ({}, use) => {
    const server = new Everything(await freePort());
    await server.start();
    await use(server);
    await server.stop();
  },
});

const tool = (name: string, input: Record<string, unknown> = {}) => [{ name: `mcp_everything_${name}`, input }];
const long = { description: 'Work long', calls: tool('trigger_long_running_operation', { duration: 6, steps: 6 }) };

const isLost = (body: object) => JSON.stringify(body).includes('cannot be reached');

async function addServer(app: Cairn, page: Page, url: string): Promise<void> {
  const dialog = await app.settings('MCP servers');
  await dialog.getByLabel('Address of the MCP server').fill(url);
  await dialog.getByLabel('Name of the server').fill('Everything');
  await dialog.getByRole('button', { name: 'Add server' }).click();
  const row = dialog.getByRole('list', { name: 'MCP servers' }).getByRole('listitem');
  await row.getByText(/^\d+ tools$/).click();
  await expect(row).toContainText('get-sum');
  await expect(row).toContainText('trigger-long-running-operation');
  await page.keyboard.press('Escape');
}

test('R9.10, R9.12 server-everything is driven from the page: listed, called, progress, pictures, errors, a reload and a restart in the middle', async ({
  app,
  page,
  model,
  everything,
}) => {
  model.play(
    diligentModel(
      [
        { description: 'Say hello', calls: tool('echo', { message: 'Hello from Cairn' }) },
        { description: 'Add up', calls: tool('get_sum', { a: 19, b: 23 }) },
        { description: 'Ask for the weather', calls: tool('get_structured_content', { location: 'new york' }) },
        { description: 'Get a picture', calls: tool('get_tiny_image') },
        { description: 'Ask for what is not there', calls: tool('get_resource_reference', { resourceId: -1 }) },
        long,
        { description: 'Say hello again', calls: tool('echo', { message: 'Still there' }) },
        { description: 'Add up again', calls: tool('get_sum', { a: 1, b: 2 }) },
      ],
      'All of it was done.',
    ),
  );
  await app.enterKey(model);
  await addServer(app, page, everything.url);
  await app.send('Try all tools');

  await expect(app.approval).toContainText('Use “echo” of Everything');
  await expect(app.approval).toContainText('{"message":"Hello from Cairn"}');
  await app.approve('Always allow');
  for (const name of [
    /get.sum/,
    /get.structured.content/,
    /get.tiny.image/,
    /get.resource.reference/,
    /trigger.long/,
  ]) {
    await expect(app.approval).toContainText(name);
    await app.approve('Always allow');
  }

  await test.step('progress is shown, and a reload in the middle makes the call again by itself', async () => {
    await expect(app.step('Work long')).toContainText('2/6', { timeout: 30_000 });
    await app.reload();
    await app.pressContinue();
    await expect(app.step('Work long')).toContainText('1/6', { timeout: 30_000 });
  });

  await test.step('the server is killed and started anew between two steps', async () => {
    const gate = model.hold((topic) => topic.startsWith('Say hello again after 0'));
    await gate.arrived;
    await everything.stop();
    await everything.start();
    gate.open();
  });

  await test.step('the server is away when a call is made, and comes back', async () => {
    const gate = model.hold((topic) => topic.startsWith('Add up again after 0'));
    await gate.arrived;
    await everything.stop();
    gate.open();
    const failures = async () => (await storedTables(page)).journal.filter(({ body }) => isLost(body)).length;
    await expect.poll(failures, { timeout: 30_000 }).toBeGreaterThan(0);
    await app.conversation.locator('summary').filter({ hasText: 'Add up again' }).click();
    await app.conversation.locator('summary').filter({ hasText: 'get_sum' }).last().click();
    await expect(app.conversation).toContainText('cannot be reached', { timeout: 30_000 });
    await everything.start();
  });

  await app.expectPlanStatus('completed');
  const said = model.asks.flatMap(({ results }) => results).join('\n');
  for (const part of ['Echo: Hello from Cairn', '42', 'Echo: Still there', 'Long running operation completed'])
    expect(said).toContain(part);
  expect(said).toMatch(/mcp_everything_get_resource_reference failed\. “Everything” says: .*resourceId/i);
  expect(said).toMatch(/"conditions"/);
  await app.tab('Files');
  await expect(app.panel('Files').getByText('mcp_everything_get_tiny_image-1.png')).toBeVisible();
});

test('R9.13 a model looks at the picture that a server has returned', async ({ app, page, model, everything }) => {
  const picture = 'mcp_everything_get_tiny_image-1.png';
  model.play(
    diligentModel(
      [
        { description: 'Get a picture', calls: tool('get_tiny_image') },
        { description: 'Look at it', calls: [{ name: 'look', input: { file: picture } }] },
      ],
      'It is a small one.',
    ),
  );
  await app.enterKey(model);
  await addServer(app, page, everything.url);
  await app.send('What does the server show?');
  await app.approve('Always allow');
  await app.expectPlanStatus('completed');
  const looked = model.asks.find(({ images }) => images.length > 0);
  expect(looked?.step?.description).toBe('Look at it');
  expect(looked?.images).toEqual([expect.stringMatching(/^data:image\/(png|jpeg|webp);base64,/)]);
});

test('R8.1 a pause ends a call that may be made again, and Continue makes it; Stop ends it for good', async ({
  app,
  page,
  model,
  everything,
}) => {
  model.play(diligentModel([long, { ...long, description: 'Work long again' }], 'Done.'));
  await app.enterKey(model);
  await addServer(app, page, everything.url);
  await app.send('Work');
  await app.approve('Always allow');
  await expect(app.step('Work long').first()).toContainText('1/6', { timeout: 30_000 });
  await app.button('Pause').click();
  await expect(app.plan).toHaveAttribute('data-plan-status', 'paused', { timeout: 2000 });
  await app.button('Continue').click();
  await expect(app.step('Work long again')).toContainText('1/6', { timeout: 30_000 });
  await app.stop();
  await expect(app.plan).toHaveAttribute('data-plan-status', 'cancelled', { timeout: 2000 });
  expect(model.asks.flatMap(({ results }) => results).join('\n')).toContain('Long running operation completed');
});
