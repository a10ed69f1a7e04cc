import type { Imports } from '../imports/imports.ts';
import type { FileReading } from '../ports/file-reading.ts';
import type { App } from './app.svelte.ts';

/** What is in a stranger's file; null where it could not be read, which the person has been told then. */
export async function readImport<T>(
  { dependencies, words, toasts }: Pick<App, 'dependencies' | 'words' | 'toasts'>,
  file: File,
  read: (imports: Imports, options: { signal: AbortSignal }) => Promise<FileReading<T>>,
): Promise<T | null> {
  const { signal } = new AbortController();
  const reading = await dependencies
    .imports()
    .then((imports) => read(imports, { signal }))
    .catch((): FileReading<never> => ({ kind: 'unavailable' }));
  if (reading.kind === 'read') return reading.value;
  if (reading.kind !== 'aborted')
    toasts.refuse(`${words.t(`imports.${reading.kind}`, { file: file.name })} ${words.t('import.unchanged')}`);
  return null;
}
