import type { ListNumber } from './list-number.ts';
import { listNumber } from './list-number.ts';

/** A heading or a line in bold that is a step by its number, such as `### Step 1: Pack` or `**Step 2**`. */
export function headingNumber(line: string): { level: number; number: ListNumber; text: string } | null {
  const [, hashes = '', heading = ''] = /^(#{1,6})[ \t]*(\S.*)$/.exec(line) ?? [];
  const bold = /^(?:\*\*|__)(\S.*?)(?:\*\*|__)[：:]?\s*(.*)$/.exec(line);
  const title = hashes === '' ? (bold?.[1] ?? '') : heading.replace(/[ \t]+#+$/, '');
  const number = listNumber(title) ?? bare(title);
  if (number?.style !== 'word') return null;
  const after = hashes === '' ? (bold?.[2] ?? '') : '';
  const own = after !== '' && number.text === title ? '' : number.text;
  return { level: hashes === '' ? 6 : hashes.length, number, text: [own, after].filter(Boolean).join(' ') };
}

/** `Step 1` alone is what the lines below it say. */
function bare(title: string): ListNumber | null {
  const [, digits] = /^(?:step|phase|步骤)\s*(\d{1,3})[:：.]?$/i.exec(title) ?? [];
  return digits === undefined ? null : { parts: [Number(digits)], style: 'word', text: title };
}
