import { type AttachedImage, imageName } from '../../records/shown-image.ts';
import type { FileMetadata, SessionFile } from '../../records/session-file.ts';
import { currentValue } from '../../ports/observable.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import { saveOrToast, type Toasts } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';

interface Page {
  dependencies: Pick<AppDependencies, 'stores' | 'clock'>;
  words: Translator;
  toasts: Toasts;
}

/**
 * Stores images as files of the session and returns these; does not store an image twice. Returns null and shows a
 * toast if the storage fails.
 */
export async function storeImages(
  page: Page,
  sessionId: string,
  images: readonly AttachedImage[],
): Promise<readonly FileMetadata[] | null> {
  const { stores, clock } = page.dependencies;
  const storedImages: FileMetadata[] = [];
  const isStored = await saveOrToast(page, async () => {
    const present = await currentValue(stores.files.list(sessionId));
    for (const { name, ready } of images) {
      if (!ready) continue;
      const same = await sameFile(page, [...present, ...storedImages], ready);
      const file: SessionFile = {
        id: clock.newId('file'),
        session_id: sessionId,
        name: imageName(name),
        mime: 'image/jpeg',
        ...{ size: ready.size, content: ready.content, kind: 'file', source: null, added: true },
        ...{ created_at: clock.now(), deleted_at: null },
      };
      const storedImage = same ?? (await stores.files.add(file));
      if (!storedImages.some(({ id }) => id === storedImage.id)) storedImages.push(storedImage);
    }
  });
  return isStored ? storedImages : null;
}

async function sameFile(
  { dependencies }: Page,
  files: readonly FileMetadata[],
  { size, content }: { size: number; content: string },
): Promise<FileMetadata | null> {
  for (const file of files) {
    if (file.size !== size || file.mime !== 'image/jpeg' || file.kind !== 'file') continue;
    const whole = await dependencies.stores.files.get(file.id);
    if (whole?.content === content) return file;
  }
  return null;
}
