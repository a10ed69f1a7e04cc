import { forgetfulModel } from '../../browser/support/forgetful-model.ts';
import type { Errand } from '../../browser/support/errands.ts';
import { reached, type Moment } from '../../browser/support/moment.ts';
import { arrival, type Sitting } from '../../browser/support/sitting.ts';
import { taskState } from '../../browser/support/task-state.ts';
import type { ModelServer } from '../../../e2e/support/model-server.ts';
import { button, type CairnVisitor } from './cairn-visitor.ts';
import type { Browser } from './engine.ts';

const goal = 'Run all errands';
const long = 90_000;

export interface EngineSitting extends Sitting {
  /** Rows of the journal that could be read in the instant before the browser was killed. */
  acknowledged: number;
}

export function playErrands(model: ModelServer, plan: readonly Errand[], draw: () => number): void {
  model.play(forgetfulModel(plan, 'All errands are run.', () => 5 + 35 * draw()));
  model.flow();
}

/**
 * Has the task done by whatever the page offers, and kills the browser at the moment; without one, to the plan's end.
 */
export async function engineSitting(
  open: () => Promise<{ browser: Browser; app: CairnVisitor }>,
  model: ModelServer,
  moment: Moment | null,
): Promise<EngineSitting> {
  const started = performance.now();
  const { browser, app } = await open();
  await app.see({ role: 'textbox', name: 'Message' }, undefined, long);
  const found = await app.tables();
  const state = taskState(found.journal);
  const offered = state === 'interrupted' ? await toContinue(app) : false;
  const ready = offered ? performance.now() - started : null;
  const from = model.topics.length;
  const began = performance.now();
  const work = async () => {
    if (state === 'unknown') await app.send(goal);
    if (offered) await app.click(button('Continue'));
    await app.planStatus('completed', long);
  };
  const ended = work();
  ended.catch(() => undefined);
  await (moment ? Promise.race([reached(moment, model), ended]) : ended);
  const duration = performance.now() - began;
  const end = moment ? null : { plan: (await app.exportPlan()).plan, tables: await app.tables() };
  const wrong = await app.wrong();
  const acknowledged = await app.evaluate(countJournal);
  await browser.kill();
  await arrival();
  return { found, ready, asked: model.topics.slice(from), duration, wrong, end, acknowledged };
}

/** Whether the page asks to be continued; false once the plan is through by itself. */
async function toContinue(app: CairnVisitor): Promise<boolean> {
  const [seen] = await app.until({ selector: 'button, [data-plan-status=completed]' }, asks, long);
  return seen !== undefined && (await app.look(button('Continue'))).length > 0;
}

function asks(all: readonly { name: string; attributes: Record<string, string> }[]): boolean {
  return all.some(({ name, attributes }) => name === 'Continue' || attributes['data-plan-status'] === 'completed');
}

const countJournal = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('cairn');
    opening.onerror = () => reject(new Error('The database could not be opened.'));
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database.transaction('journal').objectStore('journal').count();
      counting.onsuccess = () => resolve(counting.result);
      counting.onerror = () => reject(new Error('The journal could not be read.'));
      database.close();
    };
  });
