import { isRawJson } from './raw-json.ts';
import type { InvalidDecision, ThoughtDecision, ReplanDecision } from '../task/decision.ts';
import { cutOffViolation } from '../task/too-long-reply.ts';
import { declinesForContent, declinesForMissingAbility } from '../task/declining-words.ts';
import { callsWithRetriesMerged, type StepRound } from '../task/transcript.ts';
import { simplified } from '../values/simplified-chinese.ts';

/** The context for interpreting prose without a call: the step's rounds so far. */
interface WordsScene {
  turns: readonly StepRound[];
  /** True if the reply ended at its length limit. */
  cut?: boolean;
}

/** How a protocol describes the required form to a model that wrote prose. */
export interface ReplyFormWording {
  act: (tool: string) => string;
  end: string;
  ask: string;
}

/**
 * Returns the decision in a reply to a step that has text but no call: the step is done, with the text as its result.
 * Words that decline it for its content are asked about once, and then end it as not done. Words that decline it for
 * want of means, before any call, are asked about once, and then stand. The first time, an announcement or a question
 * is answered by asking the model again; after that, an announcement counts as the end, and a question goes to the
 * person. So it is with a text that was cut off, which never stands for the result of a call, and is marked as cut.
 * Whether the step may end is checked elsewhere, as for all ends.
 */
export function thoughtFromProse(proseReply: string, scene: WordsScene, forms: ReplyFormWording): ThoughtDecision {
  const text = proseReply.trim();
  if (text === '') return invalid(`The reply is empty. ${forms.end}`);
  const worked = callsWithRetriesMerged(scene.turns).some((call) => call.result.ok);
  const refusalCount = refusals(scene.turns);
  if (declinesForContent(text))
    return refusalCount > 0
      ? { kind: 'blocked', reason: text }
      : invalid(`These words do not do the step. ${forms.act('the tool')} ${forms.end}`);
  if (scene.cut && (worked || refusalCount === 0))
    return invalid(`${cutOffViolation({ text, calls: [] })} ${forms.end}`);
  if (worked && refusalCount === 0 && isRawJson(text)) return invalid(`JSON is no result for a person. ${forms.end}`);
  if (isQuestion(text) && !worked)
    return refusalCount > 0
      ? { kind: 'ask', question: text }
      : invalid(`If only the person can tell: ${forms.ask} ${forms.end}`);
  if (refusalCount === 0 && announces(text))
    return invalid(`Nothing was done yet. ${forms.act('the tool')} ${forms.end}`);
  if (refusalCount === 0 && callsWithRetriesMerged(scene.turns).length === 0 && declinesForMissingAbility(text))
    return invalid(`The tools offered here may do it. ${forms.act('the tool')} ${forms.end}`);
  if (scene.cut) return { kind: 'done', response: `${text} …`, fits: true, words: true };
  return { kind: 'done', response: text, fits: true, words: true };
}

const opening =
  /^(?:(?:ok(?:ay)?|sure|alright|great|certainly|understood|of course|好的?|好吧|当然|没问题|明白)[\s,.!，。！:：—-]*)*(?:(?:first|now|next|then|so)[,\s]+)?(?:I(?:['’]ll| will| would| am going to|['’]m going to| shall| need to| plan to| want to|['’]d like to)\b|let me\b|let['’]?s\b|let us\b|going to\b|我(?:现在|先|这就|马上|接下来)?(?:来|将|会|要|去|需要|打算|准备)|让我|接下来|首先|现在我|下面)/i;
const achieved =
  /\b(?:have|has|had|been|was|were|did|noted|added|finished|completed|created|saved|done|found)\b|已|完成了|好了|成功/i;
/** Phrases that state an intention in words that also report results: “get it done”. */
const intended =
  /\bget(?:ting)? (?:(?:it|this|that|them|everything|all)(?: of (?:it|this|them))? )?(?:done|noted|added|finished|completed|saved)\b/gi;

/** True if a text announces what will be done rather than reports a result. */
export function announces(text: string): boolean {
  return text.length < 400 && opening.test(simplified(text.trim())) && !achieved.test(text.replace(intended, ''));
}

const reporting =
  /^(?:(?:ok(?:ay)?|sure|alright|great|done|all done|certainly|好的?|当然|没问题)[\s,.!，。！:：—✅-]*)*(?:I(?:['’]ve| have) (?:now |just |already |successfully )*\w+(?:ed|ade|ent|ut|et|one|ritten|oted)\b|(?:all|both|everything|the)\b.{0,60}\b(?:has|have|was|were|are|is) (?:now |been |successfully )*(?:added|created|saved|noted|scheduled|set|done|deleted|updated|written|booked)\b|(?:我)?(?:已经?|刚刚?)(?:为您|为你|帮您|帮你)?(?:把|将|在)?.{0,16}(?:添加|加入|创建|保存|记下|记录|安排|设置|删除|更新|写入|预订))/iu;

/** True if a short text reports that something was done. */
export function reports(text: string): boolean {
  return text.length < 400 && reporting.test(simplified(text.trim()));
}

/** True if a text ends with a question to the person. */
function isQuestion(text: string): boolean {
  return /[?？]["”’)*\s]*$/.test(text) && text.length < 600 && !isCourtesy(text);
}

/** True if a question only asks for permission to continue. */
function isCourtesy(text: string): boolean {
  const last =
    simplified(text)
      .split(/(?<=[.!。！\n])/)
      .at(-1) ?? text;
  return /\b(?:anything else|go on|continue|proceed|move on|next step|ready)\b|继续|还有(?:什么|别的)|下一步/i.test(
    last,
  );
}

/** The number of most recent replies in a row that could not be used. */
function refusals(turns: readonly StepRound[]): number {
  const answers = turns.filter((turn) => turn.kind !== 'unanswered');
  const last = answers.findLastIndex((turn) => turn.kind !== 'thought' || turn.decision.kind !== 'invalid');
  return answers.length - 1 - last;
}

function invalid(violation: string): InvalidDecision {
  return { kind: 'invalid', violation: violation.trim() };
}

/** The context for interpreting prose without a call when the plan is checked. */
interface CheckScene {
  /** True if a step is open or running. */
  open: boolean;
  /** True if the previous reply could not be used, and the model was told so. */
  asked: boolean;
  /** True if the reply ended at its length limit. */
  cut?: boolean;
}

/**
 * Returns the decision in a reply to a check of the plan that consists of text without a call. If no step is left, the
 * text is the closing answer, unless it only announces further work, which is invalid. Otherwise the plan stays
 * unchanged; a question is at first invalid, so that the model is asked again, and after that goes to the person. An
 * empty reply is invalid.
 */
export function replanFromProse(
  proseReply: string,
  scene: CheckScene,
  forms: { ask: string; close: string },
): ReplanDecision {
  const text = proseReply.trim();
  if (text === '') return { kind: 'invalid', violation: `The reply is empty. ${scene.open ? '' : forms.close}`.trim() };
  if (!scene.open && scene.cut)
    return { kind: 'invalid', violation: `The reply was cut off before its end; be brief. ${forms.close}` };
  if (!scene.open)
    return announces(text)
      ? { kind: 'invalid', violation: `These words are no closing answer. ${forms.close}` }
      : { kind: 'done', response: text };
  if (!isQuestion(text)) return { kind: 'unchanged', taken: 'plan_kept' };
  return scene.asked
    ? { kind: 'ask', question: text }
    : { kind: 'invalid', violation: `If only the person can tell: ${forms.ask}` };
}

/** Phrases at the start of a sentence with which a model turns to the next step, also after list markers and quotes. */
const movingOn =
  /(?:^|\n|[.!?…]["”’)]?[ \t\u3000]|[。！？；]["”’)]?|[.!?](?=现在|接下来|然后))[\s>*_#"“‘「(-]{0,6}(?:(?:now|next|then)\b(?!\.\w)|现在|接下来|然后)/i;

/** True if prose says that the work moves on: it has a transition phrase at the start of a sentence. */
export function saysMovingOn(text: string): boolean {
  return movingOn.test(simplified(text.trim()));
}

const actions =
  /\b(?:add|append|analy[sz]e|ask|book|build|calculate|call|chart|check|collect|compare|compute|convert|count|create|delete|describe|download|draw|extract|fetch|file|find|gather|get|list|make|mark|merge|move|open|order|plan|post|prepare|read|record|remind|remove|rename|reserve|save|schedule|search|select|send|set|sort|store|summari[sz]e|test|translate|update|verify|visit|write)\b|添加|分析|询问|预订|计算|调用|检查|收集|比较|转换|创建|删除|下载|绘制|提取|抓取|获取|查找|列出|标记|合并|移动|打开|准备|读取|记录|提醒|保存|安排|搜索|发送|设置|排序|总结|翻译|更新|验证|访问|写/gi;

/**
 * Returns the number of a step's rounds (model replies) after which the step counts as ended even if no reply says so:
 * 3 if its description names one action, 8 if it names several, 5 if it names none.
 */
export function maxRoundsWithoutEnd(description: string): number {
  const actionVerbCount = new Set((simplified(description).match(actions) ?? []).map((word) => word.toLowerCase()))
    .size;
  return actionVerbCount === 0 ? 5 : actionVerbCount === 1 ? 3 : 8;
}
