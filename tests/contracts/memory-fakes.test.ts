import { FakeClock } from '../fakes/fake-clock.ts';
import { FakeNetwork } from '../fakes/fake-network.ts';
import { MemoryJournal } from '../fakes/memory-journal.ts';
import { MemoryLocks } from '../fakes/memory-locks.ts';
import { MemorySecrets } from '../fakes/memory-secrets.ts';
import { MemoryStorage } from '../fakes/memory-storage.ts';
import { clockContract } from './clock.ts';
import { locksContract } from './locks.ts';
import { networkContract } from './network.ts';
import { secretsContract } from './secrets.ts';
import { sessionJournalContract } from './session-journal.ts';

sessionJournalContract('the journal in memory', () => {
  const storage = new MemoryStorage();
  return {
    open: (sessionId) => new MemoryJournal(sessionId, storage),
    create: async (session) => void storage.tables.sessions.set(session.id, session),
    session: async (id) => storage.tables.sessions.get(id),
    run: async (sessionId) => storage.run(sessionId),
    record: async (sessionId) => storage.journal(sessionId),
  };
});

clockContract('the fake clock', () => new FakeClock());

locksContract('the locks in memory', () => {
  const locks = new MemoryLocks();
  return { tabs: [locks, locks] };
});

secretsContract('the secrets in memory', () => {
  const secrets = new MemorySecrets();
  return {
    secrets,
    reload: () => {
      secrets.reload();
      return secrets;
    },
    closeTab: () => {
      secrets.closeTab();
      return secrets;
    },
  };
});

networkContract('the fake network', (pages) => {
  const network = new FakeNetwork();
  const origin = 'https://example.org';
  for (const [path, page] of Object.entries(pages)) network.page(origin + path, page);
  return { network, origin, close: async () => undefined };
});
