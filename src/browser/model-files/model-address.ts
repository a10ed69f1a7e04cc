import { percentDecoded } from '../../domain/address/percent-decoded.ts';

interface ModelAddress {
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

/** A name under which a model can be kept, made of what its source calls it. */
export function modelFileName(called: string): string {
  const plain = called
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
    .replace(/\.gguf$/i, '')
    .replace(/^\.+/, '')
    .trim()
    .slice(0, 100);
  return `${plain || 'model'}.gguf`;
}

/** Where the houses that keep models send those who ask for a file. */
const stores = ['https://*.huggingface.co', 'https://*.hf.co', 'https://*.modelscope.cn'];

/** The sites that may be reached to download a model from an address that the person gave. */
export function modelSites({ origin }: URL): readonly string[] {
  return [origin, ...stores];
}
