import { isRecord } from '../../values/json.ts';
import type { CairnDatabase } from '../database.ts';
import { backupLineCodec } from './backup-line.ts';

/** The number of bytes that are digested at a time. */
const block = 4_000_000;
/** The maximum length of a backup's last line, in bytes. */
const longestEnd = 200;

/**
 * Returns the seal by which this browser recognises its own backups: of all bytes in `content`, under the secret that
 * no backup holds. Null if this browser has no secret yet, or the page no cryptography.
 */
export async function backupSeal({ settings }: CairnDatabase, content: Blob): Promise<string | null> {
  const secret = (await settings.get('settings'))?.frame_secret;
  const { subtle } = crypto as Partial<Crypto>;
  if (secret === undefined || !subtle) return null;
  let digest = new Uint8Array(32);
  for (let from = 0; from < content.size; from += block) {
    const next = new Blob([digest, content.slice(from, from + block)]);
    digest = new Uint8Array(await subtle.digest('SHA-256', await next.arrayBuffer()));
  }
  const raw = new TextEncoder().encode(`cairn backup ${secret}`);
  const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const seal = new Uint8Array(await subtle.sign('HMAC', key, digest));
  return Array.from(seal, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** True if a backup ends with the seal of this browser, so that nothing in it was written or changed elsewhere. */
export async function isSealedHere(database: CairnDatabase, file: Blob): Promise<boolean> {
  const tail = await file.slice(-longestEnd).text();
  const last = tail.slice(tail.lastIndexOf('\n', tail.length - 2) + 1);
  const end = backupLineCodec.read(last);
  if (!isRecord(end) || typeof end.seal !== 'string') return false;
  return end.seal === (await backupSeal(database, file.slice(0, file.size - last.length)));
}
