import type { Language } from '../../../src/i18n/languages.ts';
import type { SessionView } from '../../../src/ui/session/session-view.svelte.ts';
import { App } from '../../../src/ui/app/app.svelte.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import { NamedFiles } from '../../../src/ui/files/named-files.svelte.ts';
import { Installation } from '../../../src/ui/app/installation.svelte.ts';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import { CairnDatabase } from '../../../src/storage/database.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { withPhase, newRun, type Phase, type Run } from '../../../src/task/run.ts';
import type { Step } from '../../../src/plan/step.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { importsHere } from '../../fakes/imports-here.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';
import { MemoryTabs } from '../../fakes/memory-tabs.ts';
import { FakeRunner } from './fake-runner.ts';
import { pageParts, type PageParts } from './mount.ts';

/** Thursday morning. */
export const now = '2026-01-01T10:00:00.000Z';

interface Opened {
  app: App;
  page: PageParts;
  clock: FakeClock;
  /** Each file that was saved, as its name and content. */
  saved: { name: string; content: string }[];
  database: CairnDatabase;
}

interface Options {
  settings?: Partial<Settings>;
  language?: Language;
  dependencies?: Partial<AppDependencies>;
}

let opened = 0;

/**
 * The app over a database of its own in this browser, whose profile goes with it, without an engine, a network or a
 * clock that moves by itself.
 */
export async function openApp({ settings = {}, language = 'en', dependencies = {} }: Options = {}): Promise<Opened> {
  history.replaceState(null, '', '#');
  const clock = new FakeClock(now, 1, 'Europe/Berlin');
  const database = new CairnDatabase(() => undefined, `component-${String((opened += 1))}-${crypto.randomUUID()}`);
  const stores = createStores(database);
  await stores.settings.change(() => ({ ...defaultSettings, language, ...settings }));
  const parts = await pageParts({ language });
  const saved: Opened['saved'] = [];
  const given: Partial<AppDependencies> = {
    parts: parts.parts,
    stores,
    clock,
    storage: {
      faults: { subscribe: (next) => (next([]), () => undefined) },
      open: async () => null,
      opened: Promise.resolve(),
      erase: async () => 'done',
      allowNewDatabase: () => undefined,
    },
    secrets: new MemorySecrets(),
    providers: [],
    connected: { subscribe: (next) => (next(false), () => undefined) },
    others: async () => null,
    installation: new Installation(),
    imports: async () => importsHere,
    withoutApiKeys: async (value) => value,
    ruledTools: async () => [],
    callErrors: async () => [],
    inputPrice: async () => null,
    saveFile: (name, _, content) => void saved.push({ name, content }),
    lease: (sessionId) => leaseOf(sessionId, new FakeRunner(null, now)),
    ...dependencies,
  };
  const app = await App.open(given as AppDependencies);
  await app.worded;
  await app.words.loadAll();
  return {
    app,
    page: { ...parts, words: app.words, toasts: app.toasts, unsaved: app.unsaved, files: new NamedFiles(app) },
    clock,
    saved,
    database,
  };
}

const leaseOf = (sessionId: string, runner: FakeRunner): ReturnType<AppDependencies['lease']> => ({
  sessionId,
  locks: new MemoryLocks(),
  tabs: new MemoryTabs(),
  wait: () => new Promise(() => undefined),
  open: async () => runner,
});

/** A task in a phase, with these steps. */
export function taskIn(phase: Phase, steps: Step[] = [], more: Partial<Run> = {}): Run {
  const run = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'Tidy the garden', now), phase, now);
  return { ...run, ...more, plan: { ...run.plan, steps } };
}

/** The app with one open session, whose task stands as `run` says. */
export async function openSession(
  run: Run | null,
  options: Options = {},
): Promise<Opened & { session: SessionView; runner: FakeRunner }> {
  const runner = new FakeRunner(run, now);
  const desk = await openApp({
    ...options,
    dependencies: { lease: (id) => leaseOf(id, runner), ...options.dependencies },
  });
  const session = await desk.app.newSession('Garden');
  if (!session) throw new Error('The session could not be stored.');
  await session.takeOver();
  return { ...desk, session, runner };
}
