import { asksForWork } from '../plan/plan-from-text.ts';
import { asksForOutsideAct } from './outside-act.ts';
import { simplified } from '../values/simplified-chinese.ts';

const sorry = String.raw`(?:(?:(?:I['’]m|I am)\s+(?:(?:really|very|so|truly)\s+)?(?:sorry|afraid)|sorry|(?:my\s+)?apologies|I\s+apologi[sz]e|unfortunately|regrettably)(?:\s+for\s+(?:the|any)\s+\w+)?[\s,.:;!—-]*(?:but\s+|that\s+)?)`;
const asModel = String.raw`as\s+an?\s+(?:[\w-]+\s+){0,4}?(?:AI|language model|LLM|chatbot)\b[^.\n]{0,80}?[,\s]\s*`;
const adverb = String.raw`(?:(?:currently|simply|directly|actually|physically|really)\s+)?`;
const unable = String.raw`I(?:\s+${adverb}can(?:['’]t|\s?not)|(?:['’]m|\s+am)\s+${adverb}(?:unable|not\s+able)\s+to)\s+${adverb}`;
const without = String.raw`I\s+${adverb}(?:do(?:n['’]t|\s+not)\s+${adverb}have|have\s+no|lack)\s+`;
const places = String.raw`(?:(?:the\s+)?(?:internet|web)|(?:(?:any|external|live|other|online|such|these|those)\s+){0,2}(?:web\s?sites|web\s?pages|pages|sites|links|urls|files))\b`;
const english = new RegExp(
  String.raw`^[\s>*_"“]*${sorry}?(?:${asModel}(?:${unable}\w|${without}\w)|${unable}(?:browse|access|open|visit)\s+${places}|${without}(?:(?:any|direct|live|real-time|an)\s+){0,2}(?:access\s+to\s+(?:${places}|(?:any\s+)?tools\b)|(?:internet|web)\s+access|ability\s+to\s+(?:browse|access|open|visit)\s+${places}))`,
  'i',
);

const chineseSorry = '(?:很|非常|十分|真的)?(?:抱歉|对不起|不好意思|遗憾)[，,。！!：:\\s]*(?:但是?)?';
const chineseUnable = '(?:目前|暂时|现在|还|并|也)*(?:无法|不能|没(?:有)?办法)(?:直接|实时)?';
const chinesePlaces =
  '(?:(?:访问|浏览|打开)(?:外部|任何|这些|实时|的)*(?:互联网|网络|网页|网站|链接|网址|文件)|上网|联网)';
const chinese = new RegExp(
  [
    `^[\\s>*_“]*(?:${chineseSorry})?(?:由于)?(?:我)?作为[^，,。]{0,16}?(?:AI|人工智能|语言模型)[^，,。]{0,8}[，,]\\s*我?(?:${chineseUnable}|(?:目前|现在|并)*(?:不具备|没有)[^，,。]{0,12}?(?:能力|权限|工具|功能))`,
    `^[\\s>*_“]*(?:${chineseSorry}我?|我)(?:${chineseUnable}${chinesePlaces}|(?:目前|现在|并)*(?:不具备|没有)(?:${chinesePlaces}|访问|浏览)的?(?:能力|权限|工具|功能))`,
  ].join('|'),
  'iu',
);

/** Matches a continuation that says more than that its author cannot: data, or that a file does not exist. */
const more =
  /\n\s*(?:[-*•|]|\d+[.)])|```|[:：](?!\/\/)\s*\S|\b(?:no such|(?:does|do)(?:n['’]t| not) exist|not found)\b|不存在/i;

/**
 * True if a text only says that its author, a model, cannot reach the internet, files or tools, as models do that forget
 * their tools.
 */
export function declinesForMissingAbility(text: string): boolean {
  if (text.length > 400) return false;
  const plain = simplified(text);
  const declineMatch = english.exec(plain) ?? chinese.exec(plain);
  return declineMatch !== null && !more.test(text.slice(declineMatch[0].length));
}

/** Verbs of finding and judging: “I cannot say which is better” and “I cannot find a mistake” are results. */
const judging =
  'say|tell|decide|judge|choose|pick|rank|recommend|advise|suggest|endorse|support|prefer|confirm|verify|determine|conclude|rule|exclude|guarantee|promise|be|find|see|spot|identify|detect|discover|locate|think|imagine|name|give|state|report|estimate|predict|explain|understand|follow|agree|accept|afford|attend|come|make|join|help|wait|thank|stress|emphasi[sz]e|overstate|put';
const englishRefusal = new RegExp(
  String.raw`^[\s>*_"“]*${sorry}?(?:${asModel}(?:${unable}\w|${without}\w)|${unable}(?!(?:${judging})\b)\w|${without}(?:the\s+|any\s+|an?\s+)?(?:ability|capability|capabilities|means|tools?)\s+to\b)`,
  'i',
);
const chineseJudging =
  '判断|判定|断定|断言|确定|确认|肯定|核实|证实|保证|承诺|推荐|建议|说|讲|告诉|排除|否认|忽视|忽略|找到|找出|看|发现|识别|得出|得知|知道|了解|理解|选|比较|评|估|预|想|同意|接受|认同|支持|参加|出席|赶|到|再|不|只|仅|给出|提供|解释|等|太|过';
const chineseRefusal = new RegExp(
  [
    `^[\\s>*_“]*(?:${chineseSorry})?(?:由于)?(?:我)?作为[^，,。]{0,16}?(?:AI|人工智能|语言模型)[^，,。]{0,8}[，,]\\s*我?(?:${chineseUnable}|(?:目前|现在|并)*(?:不具备|没有)[^，,。]{0,12}?(?:能力|权限|工具|功能))`,
    `^[\\s>*_“]*(?:${chineseSorry}我?|我)(?:${chineseUnable}(?!${chineseJudging})[\\p{Script=Han}]|(?:目前|现在|并)*(?:不具备|没有)[^，,。]{0,12}?的?(?:能力|权限|工具|功能))`,
  ].join('|'),
  'iu',
);

/** True if a short text begins with its author's word that it cannot act, whatever follows. */
export const declinesAtOnce = (text: string): boolean =>
  text.length <= 600 && (englishRefusal.test(text) || chineseRefusal.test(text));

/** True if a goal or a step asks for a text that the model itself writes. */
export const asksForText = (description: string): boolean => forText.test(description);

/** Goals that ask for a text, which may itself say that something cannot be done; not for one in a file. */
const forText =
  /\b(?:translate|draft|compose|rewrite|rephrase|proofread|write(?!\b.{0,80}\.(?:md|txt|csv|json|ics|docx|xlsx)\b))\b|翻译|译成|起草|草拟|撰写|改写|润色|写(?!入|到|进)/i;

/** True if a text declines the work that a goal asks for; false for a goal that asks a question, for a text or for an act outside. */
export const declinesWork = (goal: string, text: string): boolean =>
  declinesForMissingAbility(text) && asksForWork(goal) && !forText.test(simplified(goal)) && !asksForOutsideAct(goal);

/** Matches a closing offer to help with something else. */
const courtesy = String.raw`(?:\s*(?:is there|if you|let me know|feel free)\b[^.!?\n]{0,80}\b(?:else|other|another|different|questions?)\b[^\n]{0,80})?$`;
const chineseCourtesy = String.raw`(?:\s*(?:如果|如|若|请|还)[^。！？\n]{0,40}(?:其他|其它|别的|问题)[^\n]{0,40})?$`;
const declining = new RegExp(
  [
    String.raw`^(?:(?:(?:I['’]m|I am)(?: \w+)? (?:sorry|afraid)|sorry|(?:my )?apologies|unfortunately)[\s,.:;!—-]*)?(?:but )?(?:that )?I(?:['’]m|\s+am)?\s+(?:can(?:['’]t|\s?not)|(?:unable|not able) to|won['’]t(?: be able to)?)\s+(?:(?:assist|help|comply|continue|engage)(?: you)?(?: with (?:that|this|it|(?:the|your|such an?|that|this) request))?|(?:fulfill?|complete) (?:the|your|such an?|that|this) request)(?:[.!]|$)${courtesy}`,
    String.raw`^(?:(?:很|非常|十分)?(?:抱歉|对不起|不好意思)[，,。！!\s]*我?|我)(?:无法|不能)(?:为您|为你|给您|给你)?(?:协助|帮助|满足|回应|处理|完成|提供)(?:您|你)?的?(?:帮助|协助|(?:这个|该|此|这一|这项)?(?:请求|要求))?(?:[。！!.]|$)${chineseCourtesy}`,
  ].join('|'),
  'iu',
);

/**
 * True if a text does nothing but decline what is asked for its content, as moderated models do; false if it names a
 * missing ability, or goes on with anything else than an offer.
 */
export function declinesForContent(text: string): boolean {
  return text.length < 400 && declining.test(simplified(text.trim()));
}
