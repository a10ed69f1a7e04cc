import { percentDecoded } from '../domain/percent-decoded.ts';
import { modelFileName } from './model-file-name.ts';

export interface ModelAddress {
  url: URL;
  name: string;
}

/** Where a model is loaded from and what it is called then; null for what is no address of the web. */
export function modelAddress(typed: string): ModelAddress | null {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  /** The address of the page about a file, which people copy, in place of the file's own. */
  if (url.hostname === 'huggingface.co')
    url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
  const last = url.pathname.split('/').at(-1) ?? '';
  return { url, name: modelFileName(percentDecoded(last)) };
}
