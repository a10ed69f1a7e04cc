import { expect, test } from './support/test.ts';

test('R15 on a touch keyboard Return breaks the line, and the button sends @gate', async ({ app, model }) => {
  model.play({ topic: () => 'intake', answer: () => ({ text: 'Where to?' }) });
  await app.enterKey(model);
  await expect(app.message).toHaveAttribute('enterkeyhint', 'enter');
  await app.message.fill('Plan a trip');
  await app.message.press('Enter');
  await app.page.keyboard.type('- two days');
  await expect(app.message).toHaveValue('Plan a trip\n- two days');
  expect(model.asks).toEqual([]);
  await app.button('Send').click();
  await expect(app.conversation).toContainText('Where to?');
  await expect(app.conversation).toContainText('- two days');
  expect(model.asks).toHaveLength(1);
});
