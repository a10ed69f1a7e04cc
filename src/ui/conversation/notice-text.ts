import type { Words } from '../../state/app/words.svelte.ts';

const parts = ['detail', 'finished', 'failed', 'open'] as const;

/**
 * The text of a notice, with an instant `at` as local time. One that ends or pauses a plan also says what is done, what
 * is not, and what to do next (R5.3).
 */
export function noticeText(code: string, given: Readonly<Record<string, string>>, { say, moment }: Words): string {
  const params = given.at === undefined ? given : { ...given, at: moment(given.at) };
  const head = say(`notice.${code}`, params);
  if (!('finished' in params)) return head;
  const digest = parts.filter((part) => params[part]).map((part) => `- ${say(`notice.digest.${part}`, params)}`);
  return [head, digest.join('\n'), say(`notice.${code}.next`, params)].filter(Boolean).join('\n\n');
}
