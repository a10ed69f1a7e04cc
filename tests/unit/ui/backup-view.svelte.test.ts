// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Backup, RestoredCounts, RestoreOutcome } from '../../../src/ports/backup.ts';
import { backupResultText, BackupView } from '../../../src/ui/settings/backup-view.svelte.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import type { FolderBackup } from '../../../src/engine/folder-backup.svelte.ts';
import { LazyModules } from '../../../src/ui/app/lazy-modules.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { defaultSettings } from '../../../src/records/settings.ts';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';

const weekly = {
  ...{ id: 'd1', name: 'Weekly report', plan: {}, first: '2026-01-05T09:00', zone: 'Asia/Shanghai' },
  ...{ repeat: 'FREQ=WEEKLY', next_at: '2026-01-12T01:00:00.000Z', started: null, active: false },
  ...{ created_at: '2026-01-01T00:00:00.000Z', deleted_at: null },
} as unknown as ScheduledRun;

async function opened(
  outcome: RestoreOutcome = {
    ok: true,
    value: {
      restored: { sessions: 2, todos: 1, due_runs: 2 },
      kept: { sessions: 1 },
      leftOut: {},
      further: [],
      waiting: ['d1', 'd2'],
    },
  },
) {
  const words = new Translator();
  await words.loadAll();
  const saved: [name: string, text: string][] = [];
  const seen: unknown[] = [];
  const openedSessions: string[] = [];
  const erasures: { held: () => void; end: (done: boolean) => void; fail: (error: Error) => void }[] = [];
  const backup: Backup = {
    sessionRows: async () => [],
    fileOf: () => new Blob(),
    save: async (progress) => {
      progress({ done: 1, total: 2 });
      seen.push(data.work);
      return { ok: true, value: new Blob(['all']) };
    },
    isUnproved: async (file) => file.size > 0,
    restore: async (_, progress, isOwn) => {
      seen.push({ isOwn });
      progress({ done: 3, total: 4 });
      seen.push(data.work);
      return outcome;
    },
    unreadable: async () => 3,
    saveUnreadable: async () => ({ ok: true, value: new Blob(['odd']) }),
  };
  const once = { ...weekly, id: 'd2', name: 'Once, long ago', repeat: null };
  const runs = new Map([weekly, once].map((run) => [run.id, run]));
  const stores = {
    scheduledRuns: {
      get: async (id: string) => runs.get(id),
      save: async (run: ScheduledRun) => void runs.set(run.id, run),
    },
    settings: { get: async () => ({ ...defaultSettings, language: 'zh', theme: 'dark' }) },
    sessions: {
      list: () => ({ subscribe: (next: (list: unknown[]) => void) => (next([{ id: 's9' }]), () => undefined) }),
    },
  };
  const app = {
    ...{ words, toasts: new Toasts(), dependencies: { parts: new LazyModules(() => new Promise(() => undefined)) } },
    ...{ session: null, openSession: async (id: string) => void openedSessions.push(id) },
  };
  const data: BackupView = new BackupView({
    backup,
    folder: { refresh: async () => undefined } as unknown as FolderBackup,
    room: { figures: async () => ({ used: 5, allowed: 50 }), isPromised: async () => false, ask: async () => false },
    clock: new FakeClock('2026-01-31T23:30:00.000Z', 1, 'Asia/Shanghai'),
    saveFile: (name, file) => saved.push([name, String(file.size)]),
    stores: stores as unknown as Stores,
    app: Promise.resolve(app),
    eraseAll: (held) => new Promise((end, fail) => erasures.push({ held, end, fail })),
  });
  return { data, words, saved, seen, openedSessions, erasures, runs };
}

test('R12.5 a backup is saved under the day of the person, with progress on the way', async () => {
  const { data, words, saved, seen } = await opened();
  await data.save();
  expect(seen).toEqual([{ kind: 'saving', progress: { done: 1, total: 2 } }]);
  expect(saved).toEqual([['cairn-backup-2026-02-01.jsonl', '3']]);
  expect(backupResultText(data.work, words)).toContain('cairn-backup-2026-02-01.jsonl');
  await data.saveUnreadable();
  expect(saved[1]?.[0]).toBe('cairn-unreadable-2026-02-01.jsonl');
});

test('R12.5 a restore says what it brought, its settings hold at once, and the newest session is opened', async () => {
  const { data, words, openedSessions } = await opened();
  await data.restore(new Blob([]));
  expect(words.language).toBe('zh');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(openedSessions).toEqual(['s9']);
  await words.setLanguage('en');
  expect(backupResultText(data.work, words)).toBe(
    'Restored: 2 sessions, 1 to-do and 2 scheduled plans. Here already and unchanged: 1 session.',
  );
  const work = (restored: RestoredCounts, kept: RestoredCounts, further: string[] = [], left: RestoredCounts = {}) =>
    backupResultText({ kind: 'restored', restored, kept, leftOut: left, further }, words);
  expect(work({ notes: 2 }, {})).toBe('Restored: 2 notes.');
  expect(work({}, { sessions: 1 })).toMatch(/here already/);
  expect(work({}, { sessions: 1 }, [], { files: 1 })).toBe(
    'Here already and unchanged: 1 session. Left out: 1 file, deleted here before or from a part of a session that only the backup has.',
  );
  expect(work({}, { sessions: 4 }, ['A', 'B', 'C', 'D'])).toMatch(
    /^Here already and unchanged: 4 sessions\. “A”, “B”, “C” and 1 more: the backup holds more of these sessions, /,
  );
  await words.setLanguage('zh');
  expect(work({ entries: 3, templates: 1, profiles: 1 }, { notes: 1 })).toMatch(
    /：3 条日程、1 个模板、1 个模型连接。[^\s]+1 条笔记/,
  );
});

test('R9.11 a restored plan that would start again stands still, is named, and is turned on by one press', async () => {
  const { data, runs } = await opened();
  await data.restore(new Blob([]));
  expect(data.waiting.map(({ name }) => name)).toEqual(['Weekly report']);
  await data.turnOn();
  expect(data.waiting).toEqual([]);
  expect(runs.get('d1')).toMatchObject({ active: true, next_at: '2026-02-02T01:00:00.000Z' });
  expect(runs.get('d2')?.active).toBe(false);
});

test('R12.5 each fault is one sentence in both languages that says that nothing was changed, or what was', async () => {
  const faults = [
    { code: 'not_backup' },
    { code: 'newer' },
    { code: 'cut_off', line: 7 },
    { code: 'damaged', line: 7 },
    { code: 'unreadable' },
    { code: 'full' },
    { code: 'refused', detail: 'because' },
  ] as const;
  const { words } = await opened();
  for (const language of ['en', 'zh'] as const)
    for (const error of faults) {
      await words.setLanguage(language);
      const text = backupResultText({ kind: 'failed', error }, words);
      expect(text).not.toMatch(/data\.|\{/);
      if ('line' in error) expect(text).toContain('7');
    }
});

test('R12.5 a restore that failed leaves the page as it was', async () => {
  const { data, openedSessions } = await opened({ ok: false, error: { code: 'damaged', line: 3 } });
  await data.restore(new Blob([]));
  expect(openedSessions).toEqual([]);
  expect(data.work).toEqual({ kind: 'failed', error: { code: 'damaged', line: 3 } });
});

test('R12.4 how things stand is found out, and a promise that the browser does not give is said', async () => {
  const { data } = await opened();
  await data.look();
  expect([data.figures, data.promised, data.unreadable]).toEqual([{ used: 5, allowed: 50 }, false, 3]);
  await data.askPromise();
  expect([data.promised, data.refused]).toEqual([false, true]);
});

test('R12.8 the deletion of everything is begun once; a tab in its way and a refusal are told', async () => {
  const { data, erasures } = await opened();
  const erasing = data.eraseAll();
  await data.eraseAll();
  await data.save();
  expect(erasures).toHaveLength(1);
  expect([data.erasing, data.work.kind]).toEqual(['at_work', 'idle']);
  erasures[0]?.held();
  expect(data.erasing).toBe('held');
  erasures[0]?.end(false);
  await erasing;
  expect([data.erasing, data.isBusy]).toEqual(['refused', false]);
  const again = data.eraseAll();
  erasures[1]?.fail(new Error('not loaded'));
  await again;
  expect([data.erasing, data.isBusy]).toEqual(['not_loaded', false]);
});

test('R13.4 of a backup that does not prove to be of this browser the person is asked whether it is their own', async () => {
  for (const isOwn of [false, true]) {
    const { data, seen } = await opened();
    await data.restore(new Blob(['of another browser']));
    expect(seen).toEqual([]);
    expect(data.isBusy).toBe(false);
    await data.restoreUnproved(isOwn);
    expect(seen[0]).toEqual({ isOwn });
    expect(data.unproved).toBeNull();
  }
  const { data, seen } = await opened();
  await data.restore(new Blob([]));
  expect(seen[0]).toEqual({ isOwn: true });
});
