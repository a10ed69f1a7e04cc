const opening = /<[a-z][^\s/>]*/gi;
const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/y;

/**
 * Markup whose handlers have other names and whose `<base>` is a `<meta>`: neither does anything in an inert document, but
 * the page's policy takes note of them as soon as they are parsed.
 */
export function unarmedHtml(html: string): string {
  const pieces: string[] = [];
  let done = 0;
  const put = (at: number, length: number, instead: string) => {
    pieces.push(html.slice(done, at), instead);
    done = at + length;
  };
  opening.lastIndex = 0;
  for (let tag = opening.exec(html); tag; tag = opening.exec(html)) {
    if (/^<base$/i.test(tag[0])) put(tag.index, tag[0].length, '<meta data-base');
    attribute.lastIndex = opening.lastIndex;
    for (let found = attribute.exec(html); found; found = attribute.exec(html)) {
      const [whole, name = ''] = found;
      if (/^on/i.test(name)) put(found.index + whole.indexOf(name), 0, 'data-');
      opening.lastIndex = attribute.lastIndex;
    }
  }
  return [...pieces, html.slice(done)].join('');
}
