import * as files from '../browser/files/save-file.ts';
import * as zip from '../browser/files/save-zip.ts';
import { type KeyPlaces, withoutKeys } from './known-keys.ts';

/** Saves a stored file's content without any key in it. */
export async function saveContent(places: KeyPlaces, name: string, mime: string, content: string): Promise<void> {
  files.saveContent(name, mime, await withoutKeys(places, content));
}

/** Saves several files as one zip archive in the same way. */
export async function saveZip(places: KeyPlaces, ...[name, given]: Parameters<typeof zip.saveZip>): Promise<void> {
  await zip.saveZip(name, await withoutKeys(places, given));
}
