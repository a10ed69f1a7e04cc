import { join } from 'node:path';
import { diligentModel } from '../../../e2e/support/diligent-model.ts';
import { button, tabPanel } from '../support/cairn-visitor.ts';
import { keptOffline } from '../support/kept-offline.ts';
import { expect, phone, test } from '../support/test.ts';

const todo = (title: string) => [{ name: 'todo', input: { action: 'add', title } }];
const two = [{ description: 'Note the bag', calls: todo('Pack the bag') }, { description: 'Sum up' }];

test('offline start', async ({ app, another, server }) => {
  await app.playDemo();
  await keptOffline(app);
  await server.stop();
  try {
    await app.reload();
    await app.planStatus('completed');
    await app.turnTo('To-do');
    await app.see([tabPanel('To-do'), { role: 'listitem' }]);
    const other = await another();
    await other.planStatus('completed');
    await other.click(button('New session'));
    await other.send('/todo Water the plants');
    await other.conversationSays('Water the plants');
  } finally {
    await server.comeBack();
  }
});

test('two tabs', async ({ app, another, model, engine }) => {
  const elsewhere = 'Another tab is at work on this.';
  model.play(diligentModel(two, 'Done.'));
  const held = model.hold((topic) => topic.startsWith('Sum up'));
  await app.enterKey(model, 'On this device');
  await app.send('Prepare the trip');
  await held.arrived;
  const other = await another();
  const isFresh = ({ text }: { text: string }) => text.includes('Try the demo');
  const shown = await other.see({ selector: 'body' }, (body) => isFresh(body) || body.text.includes(elsewhere));
  test.skip(engine === 'webkit' && isFresh(shown), 'each window of its WebDriver is a private one of its own');
  await other.see({ selector: 'body', text: elsewhere });
  /* By keyboard: a banner that comes at this moment would move the button from under the pointer. */
  await other.focus(button('Work here'));
  await other.press('Enter');
  await app.see({ selector: 'body', text: elsewhere });
  held.open();
  for (const tab of [app, other]) await tab.planStatus('completed');
  const { todos, journal } = await other.tables();
  expect(todos).toHaveLength(1);
  const effects = journal.flatMap(({ effect }) => (effect === undefined ? [] : [effect]));
  expect(new Set(effects).size).toBe(effects.length);
});

test('kill of the browser, persistent profile', async ({ launch, model, folder }) => {
  const profile = join(folder, 'profile');
  model.play(diligentModel(two, 'Done.'));
  const held = model.hold((topic) => topic.startsWith('Sum up'));
  const first = await launch({ profile });
  const app = await first.open();
  await app.enterKey(model, 'On this device');
  await app.send('Prepare the trip');
  await held.arrived;
  await first.browser.kill();
  held.open();
  const again = await (await launch({ profile })).open();
  await again.click(button('Continue'));
  await again.planStatus('completed');
  const { todos, journal } = await again.tables();
  expect(todos).toHaveLength(1);
  expect(journal.filter(({ body }) => body.type === 'tool_result')).toHaveLength(1);
});

test('phone width and touch', async ({ launch, model }) => {
  const app = await (await launch({ size: phone })).open();
  const view = async (name: string) => {
    await app.tap({ role: 'tab', name });
    await app.see({ role: 'tab', name }, ({ attributes }) => attributes['aria-selected'] === 'true');
    const wider = await app.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wider, `${name} is as wide as the screen`).toBeLessThanOrEqual(0);
  };
  expect(await app.evaluate(() => innerWidth)).toBe(phone.width);
  model.play(diligentModel(two, 'Done.'));
  await app.enterKey(model);
  await app.tap({ role: 'textbox', name: 'Message' });
  await app.tab.type('Prepare the trip');
  await app.evaluate(() => {
    addEventListener('touchstart', () => (document.documentElement.dataset.touched = 'yes'), true);
  });
  await app.tap(button('Send'));
  expect(await app.evaluate(() => document.documentElement.dataset.touched)).toBe('yes');
  await view('Plan');
  await app.planStatus('completed');
  for (const name of ['To-do', 'Files', 'History', 'Schedule']) await view(name);
  const month = await app.see([tabPanel('Schedule'), { selector: 'label', text: 'Month' }]);
  const add = await app.see([tabPanel('Schedule'), button('Add')]);
  expect(add.box.y, 'one row of buttons above the calendar').toBeLessThan(month.box.y + month.box.height);
  await view('Chat');
  await app.conversationSays('Done.');
});
