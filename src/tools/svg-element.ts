type Attributes = Readonly<Record<string, string | number>>;

/** What XML 1.0 cannot hold, however it is written: most control signs, and halves of characters. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** One element as text; attributes are escaped, children are elements already or went through `svgElement.text`. */
export function svgElement(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${plain(value)}"`);
  const start = `<${name}${written.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`;
}

svgElement.text = (text: string): string =>
  text
    .replace(impossible, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const plain = (value: string | number) =>
  typeof value === 'number' ? String(Number(value.toFixed(2))) : svgElement.text(value);
