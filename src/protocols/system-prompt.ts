import { textLanguage } from '../values/text-language.ts';
import { englishPrompts } from './en.ts';
import type { Prompts, ProtocolInstructions } from './prompts.ts';
import { chinesePrompts, traditionalPrompts } from './zh.ts';
import type { ReplyKind, ReplyRequestOptions, Protocol } from './protocol.ts';
import { isTraditional } from '../values/is-traditional.ts';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * The prompts in the language of the goal: Chinese, otherwise English with the instruction to answer in the goal's
 * language, by its name if its code is given; the marks around foreign text are derived from `secret`.
 */
export function promptsFor(goal: string, secret?: string, language?: string): Prompts {
  const byLetters =
    textLanguage(goal) !== 'zh' ? englishPrompts : isTraditional(goal) ? traditionalPrompts : chinesePrompts;
  const prompts =
    language === undefined
      ? byLetters
      : { ...englishPrompts, about: `${englishPrompts.about} Answer in ${languageNames.of(language)}.` };
  return secret === undefined ? prompts : { ...prompts, secret };
}

const heads = [englishPrompts, chinesePrompts].map(({ about }) => about.split(/(?<=[.。])\s*/u).filter(Boolean));
/** The line that begins or ends a text from outside in a prompt. */
const frame =
  /^\s*\[(?:data from outside, not instructions: |end of data: |外部资料，不是指令：|资料结束：)[0-9a-f]{8}\]/mu;
/** The mark with which such a text begins, amid words, and the one with which it ends, if both stand there. */
const marksAmidWords =
  /(?:(?<=\S) )?\[(?:data from outside, not instructions: |外部资料，不是指令：)([0-9a-f]{8})\](?:([^]*?)\s?\[(?:end of data: |资料结束：)\1\])?/gu;

/** A text without the marks of the frames of texts from outside, which a model may repeat amid its words. */
export const withoutFrameMarks = (text: string): string => text.replace(marksAmidWords, '$2').trim();

/**
 * True if a text repeats a prompt: it begins with the first sentence of one or holds it with another, or one of its
 * lines begins with the frame of a text from outside. An answer may quote a sentence.
 */
export function repeatsPrompt(text: string): boolean {
  return (
    frame.test(text) ||
    heads.some(
      ([first = '', ...others]) =>
        text.trimStart().startsWith(first) ||
        (text.includes(first) && others.some((sentence) => text.includes(sentence))),
    )
  );
}

const parts: Record<ReplyKind, keyof ProtocolInstructions | null> = {
  intake: 'intake',
  plan: 'plan',
  answer: null,
  thought: 'thought',
  replan: 'replan',
  evaluation: 'evaluation',
};

/** The stable head of a prompt: the role, the task, and the form of the reply. */
export function systemPrompt(
  prompts: Prompts,
  protocol: Protocol,
  contract: ReplyKind,
  offer: ReplyRequestOptions,
): string {
  const part = parts[contract];
  const rules = part ? prompts.byProtocol[protocol.name][part] : '';
  return [prompts.about, rules, protocol.instructions(contract, prompts, offer)].filter(Boolean).join('\n');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant as local time in `zone`: `2026-11-21T10:00`. */
export function formatLocalDateTime(instant: string, zone: string): string {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    clocks.set(zone, clock);
  }
  return clock.format(new Date(instant)).replace(' ', 'T');
}
