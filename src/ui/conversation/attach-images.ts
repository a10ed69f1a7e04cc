import { type AttachedImage, maxImagesPerRequest } from '../../records/shown-image.ts';
import { safeFileName } from '../../records/file-name.ts';
import type { App } from '../app/app.svelte.ts';
import { addFiles } from '../files/add-files.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import type { Composer } from './composer.svelte.ts';

type Page = Pick<App, 'dependencies' | 'words' | 'toasts'>;

/**
 * Puts image files into the message field, each once it is ready; a toast says why one is not accepted, until a message
 * is sent.
 */
export async function attachImages(page: Page, composer: Composer, files: readonly File[]): Promise<void> {
  const { dependencies, words, toasts } = page;
  const refuse = (text: string) => toasts.add({ text, tone: 'refused', untilSent: true });
  const room = maxImagesPerRequest - composer.attached.length;
  const surplusCount = files.length - Math.max(0, room);
  if (surplusCount > 0) refuse(words.t('images.too_many', { most: maxImagesPerRequest, left: surplusCount }));
  const imageFiles = files
    .slice(0, Math.max(0, room))
    .map((file) => ({ file, key: dependencies.clock.newId('image') }));
  const newImages = imageFiles.map(({ file, key }): AttachedImage => ({ key, name: nameOf(file), ready: null }));
  composer.attached = [...composer.attached, ...newImages];
  for (const { file, key } of imageFiles) {
    const name = nameOf(file);
    const outcome = await dependencies.prepareImage(file).catch(() => ({ kind: 'unavailable' as const }));
    composer.settle(key, outcome.kind === 'image' ? outcome : null);
    if (outcome.kind !== 'image')
      refuse(
        outcome.kind === 'unsupported'
          ? words.t('images.fault.unsupported', { name, type: outcome.type })
          : words.t(`images.fault.${outcome.kind}`, { name }),
      );
  }
}

/**
 * Handles files dropped on the conversation or picked for it: puts images into the message field, and adds other files
 * to the session.
 */
export async function attachOrAddFiles(
  page: Page & Pick<App, 'show' | 'composer'>,
  session: SessionView,
  files: readonly File[],
): Promise<void> {
  const { composer } = page;
  const isImage = ({ name, type }: File) =>
    (type.startsWith('image/') && type !== 'image/svg+xml') || /\.hei[cf]$/i.test(name);
  const images = composer ? files.filter(isImage) : [];
  const others = files.filter((file) => !images.includes(file));
  if (composer && images.length > 0) void attachImages(page, composer, images);
  if (others.length > 0) await addFiles(page, session.id, others);
}

/** Returns the name of an image; pasted ones get a default name. */
const nameOf = ({ name }: File): string => safeFileName(name.normalize('NFC') || 'image.png');
