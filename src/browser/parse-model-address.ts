import { percentDecoded } from '../values/percent-decoded.ts';
import { typedUrl } from '../values/typed-url.ts';

interface ModelAddress {
  url: URL;
  name: string;
}

/** Returns the download URL of a model and its file name; null for anything but a web address. */
export function parseModelAddress(typedAddress: string): ModelAddress | null {
  const url = typedUrl(typedAddress.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  /** People copy the address of a file's web page, which is replaced by that of the file. */
  if (url.hostname === 'huggingface.co')
    url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
  const last = url.pathname.split('/').at(-1) ?? '';
  return { url, name: modelFileName(percentDecoded(last)) };
}

/** Returns a valid file name for a model, made from its name at the source. */
export function modelFileName(sourceName: string): string {
  const plain = sourceName
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
    .replace(/\.gguf$/i, '')
    .replace(/^\.+/, '')
    .trim()
    .slice(0, 100);
  return `${plain || 'model'}.gguf`;
}

/** Sites that model repositories redirect downloads to. */
const stores = ['https://*.huggingface.co', 'https://*.hf.co', 'https://*.modelscope.cn'];

/** Returns the sites that may be reached for downloading a model from the address that the person entered. */
export function modelDownloadOrigins({ origin }: URL): readonly string[] {
  return [origin, ...stores];
}
