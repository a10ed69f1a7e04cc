import type { SessionFile } from '../../domain/session-file.ts';

/** The address of a file's picture, for an `img`, in which no script of it runs; null for what is no picture. */
export function pictureAddress({ name, mime, content }: Pick<SessionFile, 'name' | 'mime' | 'content'>): string | null {
  if (/^data:image\/(png|jpeg|gif|webp|avif|bmp|x-icon);base64,/.test(content)) return content;
  const isDrawn = mime === 'image/svg+xml' || /\.svg$/i.test(name);
  return isDrawn && content.includes('<svg') ? `data:image/svg+xml,${encodeURIComponent(content)}` : null;
}
