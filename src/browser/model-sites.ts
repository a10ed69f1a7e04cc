/** Where the houses that keep models send those who ask for a file. */
const stores = ['https://*.huggingface.co', 'https://*.hf.co', 'https://*.modelscope.cn'];

/** The sites that may be reached to download a model from an address that the person gave. */
export function modelSites({ origin }: URL): readonly string[] {
  return [origin, ...stores];
}
