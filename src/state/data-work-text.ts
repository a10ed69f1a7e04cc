import type { Words } from './words.svelte.ts';
import type { DataWork } from './your-data.svelte.ts';

/** What came of a backup or a restore, in sentences; empty while there is nothing to say. */
export function dataWorkText(work: DataWork, words: Pick<Words, 't' | 'say'>): string {
  switch (work.kind) {
    case 'idle':
    case 'saving':
    case 'restoring':
      return '';
    case 'saved':
      return words.t('data.saved', { name: work.name });
    case 'failed':
      return words.say(`data.fault_${work.fault.code}`, { ...work.fault });
    case 'restored': {
      const { sessions, others } = work.counts;
      const params = { n: sessions.restored, others: others.restored };
      if (params.n + params.others === 0) return words.t('data.nothing_restored');
      if (sessions.kept + others.kept === 0) return words.t('data.restored', params);
      return words.t('data.restored_kept', { ...params, kept: sessions.kept, kept_others: others.kept });
    }
  }
}
