import { diligentModel } from './support/diligent-model.ts';
import type { ScriptedModel } from './support/model-server.ts';
import { expect, test } from './support/test.ts';
import { writtenReply } from './support/written-reply.ts';

const todo = (title: string) => [{ name: 'todo', input: { action: 'add', title } }];

/** It announces each call before it makes it, and says all else in words, whatever it is asked for. */
function wordyModel(titles: string[]): ScriptedModel {
  const steps = titles.map((title) => ({ description: `Note to ${title}`, calls: todo(title) }));
  const mind = diligentModel(steps, 'All of it is on your list.');
  const announced = new Set<string>();
  return {
    topic: (ask) => mind.topic(ask),
    answer: (ask) => {
      const reply = mind.answer(ask);
      if (ask.protocol !== 'tools') return writtenReply(reply, ask.protocol, 'en');
      if (reply.calls?.some(({ name }) => name === 'finish_step')) return { text: 'I have noted it.' };
      const step = ask.step?.description ?? '';
      if (ask.purpose !== 'thought' || announced.has(step)) return reply;
      announced.add(step);
      return { text: 'I will note it now.' };
    },
  };
}

test('R4.6, R4.7 a model that answers in words is asked in JSON, which is told in one line and can be undone for good', async ({
  app,
  model,
}) => {
  model.play(wordyModel(['pack the bag', 'buy the tickets', 'water the plants']));
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await app.expectPlanStatus('completed');
  await expect(app.conversation.getByText('from here on Cairn asks for a simpler one')).toHaveCount(1);
  const native = model.asks.map(({ tools }) => tools.length > 0);
  expect(native.slice(native.indexOf(false))).not.toContain(true);
  await app.button('Undo and stay with the form before').click();
  await expect(app.button('Undo and stay with the form before')).toHaveCount(0);
  await expect(app.conversation.getByText('It stays with the form before, as you chose')).toHaveCount(1);

  const before = model.asks.length;
  model.play(wordyModel(['feed the cat', 'lock the door', 'take the key']));
  await app.send('And the house');
  await expect(app.conversation.getByText('All of it is on your list.')).toHaveCount(2);
  expect(model.asks.slice(before).filter(({ tools }) => tools.length === 0)).toEqual([]);
  await expect(app.conversation.getByText('from here on Cairn asks for a simpler one')).toHaveCount(0);
});
