import { balancedObject } from '../values/balanced-object.ts';
import { withoutThinking } from './without-thinking.ts';
import { simplified } from '../values/simplified-chinese.ts';

export type MarkerName =
  | 'step'
  | 'act'
  | 'ask'
  | 'finish'
  | 'done'
  | 'keep'
  | 'continue'
  | 'retry'
  | 'skip'
  | 'replan'
  | 'stop';

const words = new Map<string, MarkerName>(
  Object.entries({
    step: 'step',
    步骤: 'step',
    act: 'act',
    action: 'act',
    执行: 'act',
    ask: 'ask',
    提问: 'ask',
    finish: 'finish',
    结束: 'finish',
    done: 'done',
    stepdone: 'done',
    完成: 'done',
    步骤完成: 'done',
    keep: 'keep',
    保持: 'keep',
    continue: 'continue',
    继续: 'continue',
    retry: 'retry',
    重试: 'retry',
    skip: 'skip',
    跳过: 'skip',
    replan: 'replan',
    重新规划: 'replan',
    stop: 'stop',
    停止: 'stop',
  }),
);

const bracketed = /[[［【]\s{0,3}(\p{L}[\p{L}\s_-]{0,20}?)(?:\s{0,3}\d{1,3})?\s{0,3}[\]］】]\s{0,3}[:：]?/gu;

/** A marker of a reply and the text after it. */
export interface MarkerSection {
  name: MarkerName;
  /** The text after the marker, up to the next one. */
  text: string;
}

/**
 * Finds the markers of a reply in order, in any case and also in full-width brackets, and the prose before the first.
 * Text within the input of an act contains no markers.
 */
export function parseReplyMarkers(reply: string): { before: string; marked: MarkerSection[] } {
  const text = withoutThinking(reply);
  const markersFound: { name: MarkerName; at: number; end: number }[] = [];
  let markedUntil = 0;
  for (const match of text.matchAll(bracketed)) {
    const name = words.get(
      simplified(match[1] ?? '')
        .toLowerCase()
        .replace(/[\s_-]+/g, ''),
    );
    if (!name || match.index < markedUntil) continue;
    const end = match.index + match[0].length;
    markersFound.push({ name, at: match.index, end });
    if (name === 'act') markedUntil = inputEnd(text, end);
  }
  return {
    before: text.slice(0, markersFound[0]?.at ?? text.length).trim(),
    marked: markersFound.map(({ name, end }, nth) => ({
      name,
      text: text.slice(end, markersFound[nth + 1]?.at ?? text.length).trim(),
    })),
  };
}

/**
 * The end of an act's input, which begins on its own line or the next; input without an end takes all following text.
 */
function inputEnd(text: string, from: number): number {
  const lead = /^[^{｛[［【]{0,200}(?=[{｛])/.exec(text.slice(from, from + 201));
  if (!lead) return from;
  const object = balancedObject(text, from + lead[0].length);
  return typeof object === 'string' ? text.length : object.end;
}
