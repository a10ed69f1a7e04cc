import { expect, test } from 'vitest';
import { performOver } from '../../src/agent/perform.ts';
import type { NewEntry } from '../../src/domain/journal.ts';
import { MemoryJournal } from '../fakes/memory-journal.ts';

const entry = (effect: string): NewEntry => ({
  session_id: 's1',
  task_id: 't1',
  step_id: 'step_1',
  at: '2026-01-01T10:00:00.000Z',
  effect,
  body: { type: 'message', kind: 'notice', text: effect },
});

test('R12.1 a recorded local effect is returned and not made again', async () => {
  const perform = performOver(new MemoryJournal('s1'));
  let made = 0;
  const effect = { place: 'local' as const, id: 'e/1', run: async () => ((made += 1), entry('e/1')) };
  await perform(effect);
  expect(await perform(effect)).toMatchObject({ effect: 'e/1' });
  expect(made).toBe(1);
});

test('R12.1 a recorded remote effect is returned, and one under way is joined', async () => {
  const perform = performOver(new MemoryJournal('s1'));
  let made = 0;
  const effect = { place: 'remote' as const, id: 'e/1', run: async () => ((made += 1), { entry: entry('e/1') }) };
  await Promise.all([perform(effect), perform(effect)]);
  await perform(effect);
  expect(made).toBe(1);
});

test('R12.1 a remote effect that left no record may be made again', async () => {
  const perform = performOver(new MemoryJournal('s1'));
  let made = 0;
  const effect = {
    place: 'remote' as const,
    id: 'e/1',
    run: async () => ((made += 1), made > 1 ? { entry: entry('e/1') } : null),
  };
  expect(await perform(effect)).toBeNull();
  expect(await perform(effect)).toMatchObject({ effect: 'e/1' });
  expect(made).toBe(2);
});

test('R12.1 an effect whose transaction fails leaves nothing behind and may be made again', async () => {
  const journal = new MemoryJournal('s1');
  const perform = performOver(journal);
  journal.storage.refusal = new Error('The disk is full.');
  const effect = { place: 'local' as const, id: 'e/1', run: async () => entry('e/1') };
  await expect(perform(effect)).rejects.toThrow('full');
  journal.storage.refusal = null;
  expect(await perform(effect)).toMatchObject({ effect: 'e/1' });
  expect(journal.storage.journal('s1')).toHaveLength(1);
});
