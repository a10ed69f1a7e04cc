import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cairn } from '../../e2e/support/cairn.ts';
import { expect } from '../../e2e/support/test.ts';
import { tinyModel } from '../../e2e/support/tiny-model.ts';
import { freePort } from './support/free-port.ts';
import { Peer } from './support/peer.ts';
import { test } from './support/trial-test.ts';

const goal = 'Plan a day at the lake this weekend';
const atRest = /^(?:completed|failed|paused|waiting|blocked)$/;

/** What `openai-mock-api` is to answer: for each kind of request that it can tell apart by its messages, one call. */
function mockedAnswers(port: number): string {
  const call = (name: string, input: object) => ({
    role: 'assistant',
    tool_calls: [{ id: `call_${name}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  });
  const asked = (pattern: string) => [
    { role: 'system', matcher: 'any' },
    { role: 'user', matcher: 'regex', content: pattern },
  ];
  const flow = (id: string, pattern: string, answer: object) => ({ id, messages: [...asked(pattern), answer] });
  const step = (number: number, tool: string, input: object) => [
    flow(`step ${number}`, `Step ${number}/2:`, call(tool, input)),
    {
      id: `end of step ${number}`,
      messages: [
        ...asked(`Step ${number}/2:`),
        call(tool, input),
        { role: 'tool', matcher: 'any', tool_call_id: `call_${tool}` },
        call('finish_step', { response: `Step ${number} is done.` }),
      ],
    },
  ];
  return JSON.stringify({
    apiKey: 'sk-test-0123456789',
    port,
    responses: [
      flow(
        'intake',
        '^(?![\\s\\S]*(?:Step \\d|Remaining: \\d))',
        call('create_plan', {
          plan: [{ description: 'Note to pack the bag' }, { description: 'Enter the trip' }],
        }),
      ),
      ...step(1, 'todo', { action: 'add', title: 'Pack the bag' }),
      ...step(2, 'schedule', {
        action: 'add',
        title: 'Trip to Lindau',
        start: '2026-11-22T10:00',
        end: '2026-11-22T18:00',
      }),
      flow('replan', 'Remaining: 1', call('keep_plan', {})),
      flow('closing', 'Remaining: 0', call('finish_task', { response: 'The trip stands in your calendar.' })),
    ],
  });
}

async function alwaysPlan(app: Cairn): Promise<void> {
  await app.settings('How it works');
  await app.page.getByRole('radio', { name: 'Always', exact: true }).check();
  await app.page.keyboard.press('Escape');
}

/** The run has come to rest in a state that has a name, says why, and is the same after a reload. */
async function expectOrderlyEnd(app: Cairn): Promise<void> {
  await expect(app.plan).toHaveAttribute('data-plan-status', atRest, { timeout: 480_000 });
  const status = String(await app.plan.getAttribute('data-plan-status'));
  test.info().annotations.push({ type: 'ended', description: status });
  const lines = async () => (await app.conversation.innerText()).split('\n').filter((line) => line.trim() !== '');
  expect((await lines()).length).toBeGreaterThan(2);
  await expect(app.message).toBeEditable();
  await app.reload();
  await expect(app.plan).toHaveAttribute('data-plan-status', status);
  await expect(app.conversation).toContainText(goal);
}

test('R11.1, R11.3 the main job with openai-mock-api, whose calls come in one piece, without an index and with the finish reason stop', async ({
  app,
}) => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'cairn-peer-'));
  const config = join(folder, 'answers.yaml');
  await writeFile(config, mockedAnswers(port));
  const { peer } = await Peer.start(
    'node_modules/openai-mock-api/dist/cli.js',
    ['--config', config, '--port', String(port)],
    /started on port/,
  );
  try {
    await app.enterKey({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'gpt-4' });
    await app.send(goal);
    await app.expectPlanStatus('completed');
    await app.expectStepStatuses(['completed', 'completed']);
    await expect(app.conversation).toContainText('The trip stands in your calendar.');
    await app.tab('To-do');
    await expect(app.panel('To-do').getByText('Pack the bag')).toHaveCount(1);
    await app.tab('Schedule');
    await expect(app.panel('Schedule').getByText('Trip to Lindau')).toHaveCount(1);
  } finally {
    await peer.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('R4.4, R4.7, R6.4 the main job with a real llama.cpp over random weights ends in an orderly way', async ({
  app,
}) => {
  test.setTimeout(600_000);
  const weights = fileURLToPath(new URL('../../../../shared/models/tiny.gguf', import.meta.url));
  test.skip(process.platform !== 'linux' || process.arch !== 'x64', 'llama.cpp is built for Linux on x64 only.');
  test.skip(!existsSync(weights), 'No tiny model is at hand: ../shared/models is missing.');
  const { peer, line } = await Peer.start('llama-server.mjs', [weights], /^http:/);
  try {
    await app.enterKey({ baseUrl: line, model: 'tiny' });
    await alwaysPlan(app);
    await app.send(goal);
    await expectOrderlyEnd(app);
  } finally {
    await peer.stop();
  }
});

test('R11.4, R8.1 the main job with a model of random weights in the page ends in an orderly way, and a pause takes it at its word', async ({
  app,
  page,
}) => {
  test.setTimeout(600_000);
  const weights = tinyModel({ context: 16_384, terse: true });
  test.skip(weights === null, 'No tiny model is at hand: ../shared/models is missing.');
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('on_device');
  await page
    .getByLabel('Model file')
    .setInputFiles({ name: 'tiny.gguf', mimeType: 'application/octet-stream', buffer: weights ?? Buffer.alloc(0) });
  await expect(page.getByText('tiny.gguf is on this device now.')).toBeVisible();
  await app.button('Save').click();
  await alwaysPlan(app);
  await app.send(goal);
  await expect(app.conversation).toContainText('{"', { timeout: 120_000 });
  await app.button('Pause').click();
  await expect(app.plan).toHaveAttribute('data-plan-status', 'paused', { timeout: 3000 });
  await app.button('Continue').click();
  await expectOrderlyEnd(app);
});
