import { isDemoId } from '../../task/demo-ids.ts';
import type { JournalEntry } from '../../task/journal.ts';
import type { Session } from '../../task/session.ts';
import type { WrittenRowRecord } from '../../task/tool-result.ts';
import { currentValue } from '../../ports/observable.ts';
import type { Stores } from '../../ports/stores.ts';
import type { App } from '../app/app.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { removeSessionsInThisTab } from '../session/remove-session.ts';

const pageLength = 200;
/** An upper bound for the number of results in a session of the demo. */
const mostResults = 10_000;

/** Returns the rows that the demo's own calls wrote; everything else made in its session is the person's. */
export function writtenByDemo(entries: readonly JournalEntry[]): readonly WrittenRowRecord[] {
  return entries.flatMap(({ body }) =>
    body.type === 'tool_result' && isDemoId(body.call)
      ? body.result.written.filter(({ change }) => change === 'put')
      : [],
  );
}

async function demoSessions(sessions: Stores['sessions']): Promise<Session[]> {
  const liveDemoSessions: Session[] = [];
  for (let from = 0; ; from += pageLength) {
    const page = await sessions.page(from, pageLength);
    liveDemoSessions.push(...page.filter(({ id, deleted_at }) => isDemoId(id) && deleted_at === null));
    if (page.length < pageLength) return liveDemoSessions;
  }
}

/** The rows with these ids that have not been removed. */
async function present<Row extends { deleted_at: string | null }>(
  get: (id: string) => Promise<Row | undefined>,
  ids: ReadonlySet<string>,
): Promise<Row[]> {
  const rows = await Promise.all([...ids].map(get));
  return rows.filter((row) => row?.deleted_at === null) as Row[];
}

/** If one of these sessions is open, opens the newest of the others, or the welcome page. */
async function leave(app: App, sessions: readonly Session[]): Promise<void> {
  if (sessions.some(({ id }) => id === app.session?.id)) {
    const [newest] = await currentValue(app.dependencies.stores.sessions.list(1));
    if (newest) await app.openSession(newest.id);
    else {
      app.session = app.composer = null;
      history.replaceState(null, '', location.pathname + location.search);
    }
  }
  for (const { id } of sessions) await app.forget(id);
}

/** Moves every session of the demo and the rows that its calls wrote into the bin, and offers undo. */
export async function removeDemo(app: App): Promise<void> {
  const { clock, stores } = app.dependencies;
  const wasDemo = app.isDemo;
  const sessions = await demoSessions(stores.sessions);
  const results = await Promise.all(
    sessions.map(({ id }) => stores.sessions.entriesOf(id, 'tool_result', 0, mostResults)),
  );
  const writtenRows = results.flatMap(writtenByDemo);
  const idsIn = (store: WrittenRowRecord['store']) =>
    new Set(writtenRows.flatMap((row) => (row.store === store ? [row.id] : [])));
  const todos = await present((id) => stores.todos.get(id), idsIn('todos'));
  const entries = await present((id) => stores.entries.get(id), idsIn('entries'));

  const mark = async (deleted_at: string | null) => {
    const change = { deleted_at, updated_at: clock.now() };
    await stores.todos.saveAll(todos.map((row) => ({ ...row, ...change })));
    await stores.entries.saveAll(entries.map((row) => ({ ...row, ...change })));
    for (const { id } of sessions) await stores.sessions.remove(id, deleted_at);
  };
  const ids = sessions.map(({ id }) => id);
  if (!(await removeSessionsInThisTab(app, ids, () => mark(clock.now())))) return;
  if (wasDemo) await app.changeSettings({ profile: null });
  await leave(app, sessions);
  app.toasts.tell(app.words.t('demo.removed'), {
    label: app.words.t('shell.undo'),
    run: () => void bringBack(),
  });

  async function bringBack(): Promise<void> {
    if (!(await saveOrToast(app, () => mark(null)))) return;
    if (wasDemo && !app.hasModel()) await app.changeSettings({ profile: 'demo' });
    if (sessions[0]) await app.openSession(sessions[0].id);
  }
}
