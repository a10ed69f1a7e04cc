import { viewerElementIds, type ViewerTranslations } from '../task/session-rows.ts';
import { base64Of } from '../values/base64.ts';

interface PageParts {
  title: string;
  /** `en` or `zh`. */
  language: string;
  /** A session as lines of a backup. */
  lines: string;
  words: ViewerTranslations;
  /** The files of Word and Excel that stored texts become, as `data:` addresses by their ids. */
  office: Readonly<Record<string, string>>;
  /** The viewer's code. */
  script: string;
  style: string;
}

const mark = '<meta name="generator" content="Cairn run 1">';

/**
 * Builds one HTML file that shows a run without a network and without Cairn, and contains its data, so that Cairn can
 * import it.
 */
export async function buildExportedRunHtml({
  title,
  language,
  lines,
  words,
  office,
  script,
  style,
}: PageParts): Promise<string> {
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(script)}'`,
    `style-src '${await hashOf(style)}'`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svelte-trusted-html',
  ].join('; ');
  return [
    '<!doctype html>',
    `<html lang="${language === 'zh' ? 'zh-CN' : 'en-GB'}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    mark,
    `<title>${asText(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<script type="application/x-ndjson" id="${viewerElementIds.record}">${inert(lines)}</script>`,
    `<script type="application/json" id="${viewerElementIds.words}">${inert(JSON.stringify(words))}</script>`,
    `<script type="application/json" id="${viewerElementIds.office}">${inert(JSON.stringify(office))}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/**
 * Returns the session's rows that a saved HTML page contains, one JSON object a line; null if the text is not a saved
 * page.
 */
export function sessionLinesInExportedHtml(text: string): string | null {
  if (!text.slice(0, 4000).includes(mark)) return null;
  const begin = `<script type="application/x-ndjson" id="${viewerElementIds.record}">`;
  const from = text.indexOf(begin);
  const to = text.indexOf('</script>', from);
  return from < 0 || to < 0 ? null : text.slice(from + begin.length, to);
}

/** JSON with every character escaped that could end the element or begin another one. */
const inert = (json: string) =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${base64Of(new Uint8Array(digest))}`;
}
