import { join } from 'node:path';
import { button, dialog, type CairnVisitor } from './support/cairn-visitor.ts';
import { expect, test } from './support/test.ts';

const note = (text: string) => ({ role: 'status', text });
const week = note('deletes what Cairn keeps if you do not come by for seven days');
const inPrivate = note('This seems to be a private window');

async function withPlan(app: CairnVisitor): Promise<void> {
  await app.playDemo();
}

test('how long things are kept is told once', async ({ launch, engine, folder }) => {
  const app = await (await launch({ profile: join(folder, 'profile') })).open();
  await withPlan(app);
  if (engine === 'webkit') {
    await app.see([week, button('Install')]);
    await app.click([week, button('Back up')]);
    await app.see(dialog('Settings'));
    await app.reload();
    await app.planStatus('completed');
  }
  await app.settings('This browser');
  await app.see([dialog('Settings'), { selector: 'li', text: 'In a private window everything is gone' }]);
  const rule = [dialog('Settings'), { selector: 'li', text: 'after seven days of use without a visit' }];
  expect(await app.look(rule)).toHaveLength(engine === 'webkit' ? 1 : 0);
  for (const each of [week, inPrivate]) expect(await app.look(each)).toEqual([]);
});

/** Only Firefox lets a page know that its window is private. */
test('how long a private window keeps things is told', async ({ launch, engine }) => {
  const app = await (await launch({ isPrivate: true })).open();
  await withPlan(app);
  if (engine === 'firefox') {
    await app.see([inPrivate, button('Back up')]);
    expect(await app.look([inPrivate, button('Install')])).toEqual([]);
  }
  await app.settings('This browser');
  await app.see([dialog('Settings'), { selector: 'li', text: 'In a private window everything is gone' }]);
});
