import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pdfFile } from '../../../fixtures/pdf-file.ts';
import { diligentModel } from '../../../e2e/support/diligent-model.ts';
import { eventfulModel, lakeStory } from '../../../e2e/support/eventful-model.ts';
import { listReader } from '../../../e2e/support/list-reader.ts';
import { freePort } from '../../browser/support/free-port.ts';
import { Peer } from '../../browser/support/peer.ts';
import type { ModelServer } from '../../../e2e/support/model-server.ts';
import type { PageServer } from '../../../e2e/support/page-server.ts';
import { scenes } from '../../pictures/scene.ts';
import { button, type CairnVisitor, dialog, tabPanel } from '../support/cairn-visitor.ts';
import { expect, test } from '../support/test.ts';

const anyFiles = 'input[type=file][multiple]:not([accept])';

test('export and import of a plan', async ({ app, model, launch }) => {
  model.play(diligentModel([{ description: 'Note the bag' }, { description: 'Sum up' }], 'Done.'));
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await app.planStatus('completed');
  const { bytes, plan } = await app.exportPlan();
  expect(plan).toMatchObject({ version: 1, goal: 'Prepare the trip', status: 'completed' });
  const other = await (await launch()).open();
  await other.goOnWithoutKey();
  await other.choose('input[type=file][accept*=json]', 'plan.json', bytes);
  await other.see([dialog(), { selector: '*', text: 'Nothing had to be repaired.' }]);
  await other.click([dialog(), { role: 'button', pattern: '^(Import|Replace the plan)$' }]);
  await other.order(['Note the bag', 'Sum up']);
  expect((await other.exportPlan()).plan).toEqual(plan);
});

test('calendar views', async ({ app }) => {
  await app.goOnWithoutKey();
  await app.turnTo('Schedule');
  const pane = { role: 'region', name: 'Schedule' };
  await app.click([pane, button('Add')]);
  const form = dialog('New entry');
  await app.type([form, { role: 'textbox', name: 'Title' }], 'Standup');
  await app.click([form, button('Save')]);
  await app.until(form, (all) => all.length === 0);
  for (const view of ['Day', 'Week', 'Month', 'Agenda']) {
    await app.click([pane, { selector: 'label', text: view }]);
    await app.see([pane, { role: 'radio', name: view }], ({ checked }) => checked);
    await app.see([pane, { selector: '*', text: 'Standup' }]);
  }
  const calendar = await app.download('calendar.ics', () => app.click([pane, button('Export .ics')]));
  expect(calendar.toString()).toContain('SUMMARY:Standup');
});

test('graph', async ({ app, model }) => {
  const party = [
    { description: 'Book the hall' },
    { description: 'Choose the music' },
    { description: 'Send the invitations', dependencies: ['s1'] },
  ];
  model.play(diligentModel(party, 'It was a fine party.'));
  const gates = party.slice(0, 2).map((step) => model.hold((_, ask) => ask.step?.description === step.description));
  await app.enterKey(model);
  await app.send('Prepare the party');
  for (const gate of gates) await gate.arrived;
  await app.click([
    { role: 'group', name: 'View of the plan' },
    { selector: 'label', text: 'Graph' },
  ]);
  const whole = { role: 'application', name: 'Plan as a graph' };
  const step = (n: number) => [whole, { role: 'button', pattern: `^Step ${n}:` }];
  await app.until([whole, { role: 'button', pattern: '^Step \\d+:' }], (all) => all.length === 3);
  await app.middle(step(2));
  await app.middle(step(3));
  const [from] = await app.look(step(2));
  const [to] = await app.look(step(3));
  await app.drag(
    { x: from!.box.x + from!.box.width / 2, y: from!.box.y + from!.box.height },
    { x: to!.box.x + to!.box.width / 2, y: to!.box.y + 4 },
  );
  await app.see(step(3), ({ name }) => name.endsWith('depends on 1, 2'));
  gates.forEach((gate) => gate.open());
  await app.planStatus('completed');
  await app.see(step(3), ({ name }) => name.includes(', done'));
});

test('palette', async ({ app }) => {
  await app.goOnWithoutKey();
  await app.send('/todo Buy lamp oil');
  await app.conversationSays('Added');
  await app.press('Control+k');
  const palette = dialog('Search and commands');
  await app.see([palette, { role: 'combobox' }]);
  await app.tab.type('lamp oil');
  await app.click([palette, { role: 'option', text: 'Buy lamp oil' }]);
  await app.until(palette, (all) => all.length === 0);
  await app.see({ selector: '[data-sought]', text: 'Buy lamp oil' });
});

test('PDF', async ({ app }) => {
  await app.goOnWithoutKey();
  await app.turnTo('Files');
  const pages = [
    ['Annual report 2024', ['Year', 'Sales'], ['2024', '21']],
    ['营业收入增长', 'Second page'],
  ];
  await app.choose(anyFiles, 'report.pdf', pdfFile({ pages }));
  await app.see({ role: 'button', name: 'Open report.pdf.md' }, undefined, 30_000).catch(() => undefined);
  await app.click(button('Open report.pdf'));
  await app.see([dialog(), { selector: '*', text: 'Annual report 2024' }], undefined, 30_000);
  await app.see([dialog(), { selector: '*', text: '营业收入增长' }]);
});

test('compute', async ({ app, model }) => {
  const calls = [
    { name: 'compute', input: { code: '[1, 2, 3].map((n) => n * 14)' } },
    { name: 'compute', input: { code: "await fetch('/leaked')" } },
    { name: 'compute', input: { code: 'for (;;);' } },
  ];
  model.play(diligentModel([{ description: 'Work on the figures', calls }], 'Counted.'));
  await app.enterKey(model);
  await app.send('Count');
  await app.planStatus('completed', 30_000);
  const results = model.asks.filter(({ purpose }) => purpose === 'thought').at(-1)?.results ?? [];
  expect(results[0]).toContain('42');
  expect(results[1]).toContain("'fetch' is not defined");
  expect(results[2]).toContain('The program was ended after 5 seconds.');
});

test('MCP', async ({ app, model }) => {
  const port = await freePort();
  const { peer } = await Peer.start('mcp-everything.mjs', [String(port)], /listening on port/);
  try {
    const calls = [{ name: 'mcp_everything_get_sum', input: { a: 2, b: 3 } }];
    model.play(diligentModel([{ description: 'Add up', calls }], 'Five.'));
    await app.enterKey(model);
    await app.settings('MCP servers');
    await app.fill(
      [dialog('Settings'), { selector: 'input', pattern: '^Address of the MCP server' }],
      `http://127.0.0.1:${port}/mcp`,
    );
    await app.fill([dialog('Settings'), { selector: 'input', pattern: '^Name of the server' }], 'Everything');
    await app.click([dialog('Settings'), button('Add server')]);
    await app.see([
      { role: 'list', name: 'MCP servers' },
      { role: 'listitem', text: ' tools' },
    ]);
    await app.press('Escape');
    await app.send('Add two and three');
    await app.approve('Allow once', 'get-sum');
    await app.planStatus('completed');
    expect(model.asks.flatMap(({ results }) => results).join('\n')).toContain('The sum of 2 and 3 is 5');
  } finally {
    await peer.stop();
  }
});

test('a file added, shown and downloaded', async ({ app }) => {
  await app.goOnWithoutKey();
  await app.turnTo('Files');
  await app.choose(anyFiles, 'notes.md', '# Notes');
  await app.click(button('Open notes.md'));
  await app.see([dialog(), { role: 'heading', name: 'Notes' }]);
  const bytes = await app.download('notes.md', () => app.click([dialog(), button('Download')]));
  expect(bytes.toString()).toBe('# Notes');
  await app.click([dialog(), button('Close')]);
  await app.see([tabPanel('Files'), { selector: '*', text: 'notes.md' }]);
});

test('an image sent, shown small, and kept', async ({ app, model }) => {
  const photo = await readFile(new URL('../../../fixtures/images/handwritten-list.jpg', import.meta.url));
  model.play(listReader(['Milk', 'Rope']));
  await app.enterKey(model);
  await app.choose('input[type=file][accept*=heic]', 'list.jpg', photo);
  await app.see(
    [{ role: 'list', name: 'Images to send' }, { selector: 'img' }],
    ({ box }) => box.width > 0 && box.width < 200,
  );
  await app.send('Make to-dos of this list');
  await app.planStatus('completed');
  expect(model.asks[0]?.images).toEqual([expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//)]);
  const shown = [
    { role: 'log', name: 'Conversation' },
    { role: 'button', pattern: '^Open the image' },
    { selector: 'img' },
  ];
  await app.see(shown, ({ box }) => box.width > 0 && box.width < 300);
  await app.reload();
  await app.see(shown, ({ box }) => box.width > 0 && box.width < 300);
  await app.turnTo('To-do');
  for (const text of ['Milk', 'Rope']) await app.see([tabPanel('To-do'), { role: 'listitem', text }]);
});

type Play = (given: { app: CairnVisitor; model: ModelServer; site: PageServer }) => Promise<void>;

const report =
  (language: keyof typeof scenes): Play =>
  async ({ app, model, site }) => {
    const { goal, steps, closing, answer } = scenes[language](site.origin);
    model.play(diligentModel(steps, closing));
    await app.enterKey(model);
    await app.send(goal);
    await app.approve('Allow for this plan', site.origin);
    await app.planStatus('waiting');
    await app.send(answer);
  };

async function workCarefully(app: CairnVisitor): Promise<void> {
  await app.settings('How it works');
  await app.click([dialog('Settings'), { role: 'radio', pattern: '^Careful' }]);
  await app.press('Escape');
}

const runs: Record<string, Play> = {
  'the demo': ({ app }) => app.playDemo(),
  'a report with a chart': report('en'),
  'a graph of steps at once, with a replan after each': async ({ app, model }) => {
    const looks = ['North', 'East', 'South', 'West'].map((name) => ({
      description: `Look to the ${name}`,
      calls: [{ name: 'todo', input: { action: 'add', title: name } }],
    }));
    const last = { description: 'Put it together', dependencies: ['s1', 's2', 's3', 's4'] };
    model.play(diligentModel([...looks, last], 'All four are seen.'));
    await app.enterKey(model);
    await workCarefully(app);
    await app.send('Look around');
  },
  'a failure and its recovery': async ({ app, model, site }) => {
    model.play(eventfulModel(lakeStory(site)));
    await app.enterKey(model);
    await workCarefully(app);
    await app.send(lakeStory(site).goal);
    await app.planStatus('waiting', 30_000);
    await app.send('Sunday');
    await app.approve('Allow for this plan', site.origin);
  },
  'a task in Chinese': report('zh'),
};

for (const [name, play] of Object.entries(runs))
  test(`${name} saved as a page, opened from disk and played`, async ({ app, launch, folder, model, site }) => {
    await play({ app, model, site });
    await app.planStatus('completed', 30_000);
    const { plan } = await app.exportPlan();
    await app.click(button('Share …'));
    const path = join(folder, 'run.html');
    await writeFile(path, await app.download('run.html', () => app.click(button('Save as a page'))));
    const other = await (await launch()).open(pathToFileURL(path).href);
    const shown = { role: 'region', name: 'Plan' };
    const lines = await other.until([shown, { role: 'listitem' }], (all) => all.length === plan.steps.length);
    for (const [at, { description }] of plan.steps.entries()) expect(lines[at]?.text).toContain(description);
    await other.fill({ selector: 'footer select' }, '4');
    await other.click(button('Play'));
    await other.see([{ selector: 'section.plan[data-plan-status=completed]' }], () => true, 60_000);
    expect(await other.evaluate(() => performance.getEntriesByType('resource').length)).toBe(0);
  });
