import { expect, test } from 'vitest';
import { createEffectPerformer } from '../../../src/agent/perform-effect.ts';
import type { NewJournalEntry } from '../../../src/task/journal.ts';
import type { SessionFile } from '../../../src/records/session-file.ts';
import type { JournalTransaction } from '../../../src/ports/journal.ts';
import { MemoryJournal } from '../../fakes/memory-journal.ts';

const entry = (effect: string): NewJournalEntry => ({
  session_id: 's1',
  task_id: 't1',
  step_id: 'step_1',
  at: '2026-01-01T10:00:00.000Z',
  effect,
  body: { type: 'message', kind: 'notice', text: effect },
});

test('R12.1 a recorded local effect is returned and not made again', async () => {
  const perform = createEffectPerformer(new MemoryJournal('s1'));
  let made = 0;
  const effect = { place: 'local' as const, id: 'e/1', run: async () => ((made += 1), entry('e/1')) };
  await perform(effect);
  expect(await perform(effect)).toMatchObject({ effect: 'e/1' });
  expect(made).toBe(1);
});

test('R12.1 a recorded remote effect is returned, and one under way is joined', async () => {
  const perform = createEffectPerformer(new MemoryJournal('s1'));
  let made = 0;
  const effect = { place: 'remote' as const, id: 'e/1', run: async () => ((made += 1), { entry: entry('e/1') }) };
  await Promise.all([perform(effect), perform(effect)]);
  await perform(effect);
  expect(made).toBe(1);
});

test('R12.1 a remote effect that left no record may be made again', async () => {
  const perform = createEffectPerformer(new MemoryJournal('s1'));
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
  const perform = createEffectPerformer(journal);
  journal.storage.refusal = new Error('The disk is full.');
  const effect = { place: 'local' as const, id: 'e/1', run: async () => entry('e/1') };
  await expect(perform(effect)).rejects.toThrow('full');
  journal.storage.refusal = null;
  expect(await perform(effect)).toMatchObject({ effect: 'e/1' });
  expect(journal.storage.journal('s1')).toHaveLength(1);
});

test('R12.1 the rest of a remote effect and its record are one: both are written, or neither', async () => {
  const journal = new MemoryJournal('s1');
  const perform = createEffectPerformer(journal);
  const file: SessionFile = {
    id: 'f1',
    session_id: 's1',
    name: 'out.csv',
    mime: 'text/csv',
    size: 1,
    content: 'a',
    kind: 'file',
    source: null,
    created_at: '2026-01-01T10:00:00.000Z',
    deleted_at: null,
  };
  let fails = true;
  const effect = {
    place: 'remote' as const,
    id: 'e/1',
    run: async () => ({
      entry: entry('e/1'),
      finish: async ({ stores }: JournalTransaction) => {
        await stores.files.put(file);
        if (fails) throw new Error('the tab died');
        return { ...entry('e/1'), task_id: 'finished' };
      },
    }),
  };
  await expect(perform(effect)).rejects.toThrow('died');
  expect(journal.storage.tables.files.size).toBe(0);
  fails = false;
  expect(await perform(effect)).toMatchObject({ task_id: 'finished' });
  expect(await perform(effect)).toMatchObject({ task_id: 'finished' });
  expect(journal.storage.tables.files.size).toBe(1);
  expect(journal.storage.journal('s1')).toHaveLength(1);
});
