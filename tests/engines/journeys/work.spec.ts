import { pdfFile } from '../../fixtures/pdf-file.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { freePort } from '../../trials-browser/support/free-port.ts';
import { Peer } from '../../trials-browser/support/peer.ts';
import { button, dialog, tabPanel } from '../support/cairn-visitor.ts';
import { expect, test } from '../support/test.ts';

const anyFiles = 'input[type=file][multiple]';

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
