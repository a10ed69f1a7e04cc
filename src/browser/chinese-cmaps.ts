/** Which character a code stands for in Chinese fonts that a PDF names but does not hold; each is fetched when a PDF needs it. */
const addresses = import.meta.glob<string>(
  '../../node_modules/pdfjs-dist/cmaps/{Adobe-GB1-*,Adobe-CNS1-*,B5*,CNS*,ET*,GB*,HK*,UniCNS-*,UniGB-*}.bcmap',
  { query: '?url', import: 'default', eager: true },
);

/** Hands pdf.js those tables from the app's own files. */
export class ChineseCmaps {
  async fetch({ name }: { name: string }): Promise<{ cMapData: Uint8Array; isCompressed: true }> {
    const address = addresses[`../../node_modules/pdfjs-dist/cmaps/${name}.bcmap`];
    if (address === undefined) throw new Error(`There is no table ${name}.`);
    const response = await fetch(address);
    return { cMapData: new Uint8Array(await response.arrayBuffer()), isCompressed: true };
  }
}
