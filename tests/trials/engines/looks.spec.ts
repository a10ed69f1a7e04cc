import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { scenes } from '../pictures/scene.ts';
import { button, dialog, tabPanel } from './support/cairn-visitor.ts';
import { test } from './support/test.ts';

/** `LOOKS=1` takes pictures of the main views in each engine and scheme, to be looked at side by side. */
const folder = 'test-results/looks';
const panes = [
  ['todo', 'To-do'],
  ['schedule', 'Schedule'],
  ['files', 'Files'],
  ['history', 'History'],
] as const;

for (const scheme of process.env.LOOKS ? (['light', 'dark'] as const) : [])
  test(`pictures of the main views, ${scheme}`, async ({ launch, model, site, engine }) => {
    test.setTimeout(180_000);
    mkdirSync(folder, { recursive: true });
    const app = await (await launch({ scheme })).open();
    const shot = async (view: string) => {
      await app.tab.mouse('move', { x: 2, y: 2 });
      writeFileSync(join(folder, `${view}-${scheme}-${engine}.png`), await app.tab.screenshot());
    };
    const scene = scenes.en(site.origin);
    await app.see({ role: 'textbox', name: 'API key' });
    await shot('welcome');

    model.play(diligentModel(scene.steps, scene.closing));
    await app.enterKey(model);
    const working = model.hold((topic) => topic.startsWith(scene.during));
    await app.send(scene.goal);
    await app.see({ role: 'group', name: 'Approval' });
    await shot('approval');
    await app.approve('Allow for this plan', site.origin);
    await app.conversationSays(scene.question);
    await app.send(scene.answer);
    await working.arrived;
    await app.see({ selector: '[data-step-status=running]', text: scene.during });
    await shot('running');

    const view = { role: 'group', name: 'View of the plan' };
    await app.click([view, { selector: 'label', text: 'Graph' }]);
    await app.see([
      { role: 'application', name: 'Plan as a graph' },
      { selector: '*', text: scene.during },
    ]);
    await shot('graph');
    await app.click([view, { selector: 'label', text: 'List' }]);
    working.open();
    await app.planStatus('completed', 40_000);
    for (const [name, pane] of panes) {
      await app.turnTo(pane);
      await app.see([tabPanel(pane), { role: 'listitem' }]);
      await shot(name);
    }

    await app.settings('This browser');
    await app.see([dialog('Settings'), { selector: 'h4', text: 'What holds the network' }]);
    await app.see([dialog('Settings'), button('This browser')]);
    await shot('settings');
  });
