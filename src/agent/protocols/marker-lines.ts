import { withoutThinking } from './json-objects.ts';

export type MarkerName =
  'step' | 'act' | 'ask' | 'finish' | 'done' | 'keep' | 'continue' | 'retry' | 'skip' | 'replan' | 'stop';

const words: Record<string, MarkerName> = {
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
};

export interface Marked {
  name: MarkerName;
  /** What follows the marker, up to the next one. */
  text: string;
}

/** The markers of a reply in order (R4.5), any case, full-width brackets too; and the prose before the first. */
export function markerLines(reply: string): { before: string; marked: Marked[] } {
  const text = withoutThinking(reply);
  const found = [...text.matchAll(/[[［【]\s*([\p{L}][\p{L}\s_-]{0,20}?)\s*[\]］】]\s*[:：]?/gu)].flatMap((match) => {
    const name = words[(match[1] ?? '').toLowerCase().replace(/[\s_-]+/g, '')];
    return name ? [{ name, at: match.index, end: match.index + match[0].length }] : [];
  });
  return {
    before: text.slice(0, found[0]?.at ?? text.length).trim(),
    marked: found.map(({ name, end }, nth) => ({
      name,
      text: text.slice(end, found[nth + 1]?.at ?? text.length).trim(),
    })),
  };
}
