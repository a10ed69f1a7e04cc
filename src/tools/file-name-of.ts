import { percentDecoded } from '../domain/percent-decoded.ts';

/** A short file name for what an address holds, such as `example.org-report.md`. */
export function fileNameOf(url: string, extension: string): string {
  const { hostname, pathname, search } = new URL(url);
  const last = percentDecoded(pathname.split('/').filter(Boolean).at(-1) ?? '').replace(/\.\w{1,5}$/, '');
  const stem = [hostname.replace(/^www\./, ''), last, search.slice(1)]
    .map((part) =>
      percentDecoded(part)
        .replace(/[^\p{L}\p{N}.]+/gu, '-')
        .replace(/^[-.]+|(?<![-.])[-.]+$/g, ''),
    )
    .filter((part) => part !== '')
    .join('-');
  return `${Array.from(stem).slice(0, 60).join('')}.${extension}`;
}
