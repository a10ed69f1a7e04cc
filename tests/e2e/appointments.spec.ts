import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R9.6 “find tomorrow’s appointments and check for conflicts” by a plan: the model is told both, and the person too', async ({
  app,
  model,
}) => {
  const schedule = (input: Record<string, unknown>) => [{ name: 'schedule', input }];
  const tomorrow = { start: '2026-11-23', end: '2026-11-23' };
  model.play(
    diligentModel(
      [
        { description: 'Find tomorrow’s appointments', calls: schedule({ action: 'list', ...tomorrow }) },
        { description: 'Check them for conflicts', calls: schedule({ action: 'find_conflicts', ...tomorrow }) },
        { description: 'Find a free hour', calls: schedule({ action: 'find_free', ...tomorrow }) },
      ],
      'The dentist overlaps the standup.',
    ),
  );
  await app.openAt('2026-11-22T09:00:00Z');
  await app.enterKey(model);
  for (const entry of ['tomorrow 9:00 Standup', 'tomorrow 9:30 Dentist', 'in 3 days 9:00 Market'])
    await app.send(`/schedule ${entry}`);
  await expect(app.conversation).toContainText('“Market”');

  await app.send('Find tomorrow’s appointments and check for conflicts');
  await app.expectPlanStatus('completed');
  const observed = (description: string) =>
    model.asks.find(
      ({ purpose, step, results }) => purpose === 'thought' && step?.description === description && results[0],
    )?.results[0];
  const listed = observed('Find tomorrow’s appointments');
  expect(listed).toContain('Standup');
  expect(listed).toContain('Dentist');
  expect(listed).not.toContain('Market');
  expect(observed('Check them for conflicts')).toMatch(/Standup.* overlaps .*Dentist/s);
  expect(observed('Find a free hour')).toContain('10:30');
  await expect(app.conversation).toContainText('The dentist overlaps the standup.');
});
