import { percentDecoded } from '../values/percent-decoded.ts';

interface ModelAddress {
  url: URL;
  name: string;
}

/** The download URL of a model and its file name; null for what is not a web address. */
export function modelAddress(typed: string): ModelAddress | null {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  /** The address of a file's web page, which people copy, is replaced by that of the file. */
  if (url.hostname === 'huggingface.co')
    url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
  const last = url.pathname.split('/').at(-1) ?? '';
  return { url, name: modelFileName(percentDecoded(last)) };
}

/** A valid file name for a model, made from the name at its source. */
export function modelFileName(called: string): string {
  const plain = called
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
    .replace(/\.gguf$/i, '')
    .replace(/^\.+/, '')
    .trim()
    .slice(0, 100);
  return `${plain || 'model'}.gguf`;
}

/** Sites that model repositories redirect downloads to. */
const stores = ['https://*.huggingface.co', 'https://*.hf.co', 'https://*.modelscope.cn'];

/** The sites that may be reached for downloading a model from the address that the person entered. */
export function modelSites({ origin }: URL): readonly string[] {
  return [origin, ...stores];
}
