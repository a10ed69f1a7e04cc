import { formatSubOrSuperscript } from './sub-or-superscript.ts';

/** A piece of text of a paragraph. */
export interface TextRun {
  text: string;
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  /** Where it stands, such as `superscript`; empty if on the line. */
  script: string;
  /** The address that it links to, empty if none. */
  link: string;
  /** True if it is Markdown already, such as a reference to a note. */
  isMarkdown: boolean;
}

/** Returns the text of a paragraph as Markdown; `isPlain` without bold and italic, as a heading has it. */
export function markdownFromTextRuns(runs: readonly TextRun[], isPlain: boolean): string {
  const own = isPlain ? runs.map((run) => ({ ...run, isBold: false, isItalic: false })) : runs;
  let text = '';
  for (const group of grouped(own, (one, other) => one.link === other.link)) {
    const inner = grouped(group, isAlike).map(markedText).join('');
    const link = group[0]?.link ?? '';
    text += isAddress(link) && inner.trim() !== '' ? around(inner, '[', `](${linkTarget(link)})`) : inner;
  }
  return text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/gm, '').trim();
}

const isAddress = (link: string) => /^(?:https?|mailto):/i.test(link);
const linkTarget = (link: string) =>
  link.replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

const isAlike = (one: TextRun, other: TextRun) =>
  one.isBold === other.isBold &&
  one.isItalic === other.isItalic &&
  one.isStruck === other.isStruck &&
  one.isMarkdown === other.isMarkdown;

function markedText(runs: readonly TextRun[]): string {
  const [first] = runs;
  const text = runs.map((run) => run.text).join('');
  if (!first || first.isMarkdown) return text;
  const mark = `${first.isStruck ? '~~' : ''}${first.isBold ? '**' : ''}${first.isItalic ? '*' : ''}`;
  const plain = grouped(runs, (one, other) => one.script === other.script)
    .map((group) =>
      formatSubOrSuperscript(escapeWordText(group.map((run) => run.text).join('')), group[0]?.script ?? ''),
    )
    .join('');
  return mark === ''
    ? plain
    : plain
        .split('\n')
        .map((line) => around(line, mark, Array.from(mark).reverse().join('')))
        .join('\n');
}

/** Returns a text between two marks, with the blanks at its ends outside of them. */
function around(text: string, before: string, after: string): string {
  const plain = text.trim();
  if (plain === '') return text;
  const plainStart = text.indexOf(plain);
  return `${text.slice(0, plainStart)}${before}${plain}${after}${text.slice(plainStart + plain.length)}`;
}

function grouped(runs: readonly TextRun[], isOne: (one: TextRun, other: TextRun) => boolean): TextRun[][] {
  const groups: TextRun[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && isOne(before, run)) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

/** Returns a text with a backslash before what Markdown would take for a mark. */
export function escapeWordText(text: string): string {
  return text
    .replace(/[\\`*]|~~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|\](?=\()/giu, '\\$&')
    .replace(/^(\s*)([#>]|[-+](?=\s)|\d+(?=[.)]\s))/gm, (_, blanks: string, mark: string) =>
      /\d/.test(mark) ? `${blanks}${mark}\\` : `${blanks}\\${mark}`,
    );
}
