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
 * True if a text only says that its author, a model, cannot reach the internet, files or tools, as models do that
 * forget their tools.
 */
export function declinesForMissingAbility(text: string): boolean {
  if (text.length > 400) return false;
  const plain = simplified(text);
  const declineMatch = english.exec(plain) ?? chinese.exec(plain);
  return declineMatch !== null && !more.test(text.slice(declineMatch[0].length));
}

/** Acts outside of a text; each says what it acts on where the verb alone also stands in honest results. */
const things = String.raw`(?:(?:any|your|the|an?|such|these|those)\s+){0,2}(?:(?:real|other|external|online)\s+)?`;
const reach = String.raw`(?:browse|access|open|visit)\s+(?:${places}|your\b)`;
const contact = String.raw`(?:interview|phone|call|contact|e-?mail)\s+(?:(?:real|other|actual)\s+)?(?:people|persons|anyone|anybody|someone|humans|users|customers)\b|(?:do|conduct|carry\s+out)\s+interviews\b|make\s+(?:phone\s+)?calls\b`;
const transfer = String.raw`(?:send|post)\s+${things}(?:e-?mails?|messages?|newsletters?)\b|(?:upload|download)\s+${things}(?:files?|images?|pictures?|documents?|anything)\b|(?:search|look)\s+(?:for|online|the\s+(?:internet|web))\b|(?:log|sign)\s+in(?:to)?\b`;
const outwardAct = String.raw`(?:${reach}|${contact}|${transfer})`;
/** Acts that only a model disclaims the ability or a tool for. */
const disclaimedAct = String.raw`(?:directly\s+)?(?:browse|access|search|open|visit|send|e-?mail|call|phone|contact|interview|book|buy|pay|post|upload|download|test|set\s+up|log\s+in|sign\s+(?:in|up))\b`;
const englishRefusal = new RegExp(
  String.raw`^[\s>*_"“]*${sorry}?(?:${asModel}(?:${unable}\w|${without}\w)|${unable}${outwardAct}|${without}(?:the\s+|any\s+|an?\s+)?(?:(?:ability|capability|capabilities)\s+to\s+${disclaimedAct}|tools?\s+to\s+${disclaimedAct}(?!\s+with\b)|(?:direct\s+)?access\s+to\s+(?:${places}|your\b)))`,
  'i',
);
const chineseThings =
  '(?:(?:任何|外部|其他|你的|您的)*(?:互联网|网络|网页|网站|链接|账户|账号|邮箱|电子邮件|邮件|消息|短信|图片|文件|他人|用户|真人))';
const chineseAct = `(?:(?:搜索|浏览|访问|采访|发送|上传|下载|登录|打开)${chineseThings}|上网|联网|拨打电话)`;
const chineseRefusal = new RegExp(
  [
    `^[\\s>*_“]*(?:${chineseSorry})?(?:由于)?(?:我)?作为[^，,。]{0,16}?(?:AI|人工智能|语言模型)[^，,。]{0,8}[，,]\\s*我?(?:${chineseUnable}|(?:目前|现在|并)*(?:不具备|没有)[^，,。]{0,12}?(?:能力|权限|工具|功能))`,
    `^[\\s>*_“]*(?:${chineseSorry}我?|我)(?:${chineseUnable}(?:${chineseAct}|[为帮替][您你](?:搜索|浏览|访问|采访|发送|预订|支付|购买|上传|下载|登录|设置))|(?:目前|现在|并)*(?:不具备|没有)(?:直接|实时)?${chineseAct}的?(?:能力|权限|工具|功能))`,
  ].join('|'),
  'iu',
);

/** True if a short text begins with its author's word that it cannot act outside of a text, whatever follows. */
export function declinesAtOnce(text: string): boolean {
  if (text.length > 600) return false;
  const plain = simplified(text);
  return englishRefusal.test(plain) || chineseRefusal.test(plain);
}

/** True if a goal or a step asks for a text that the model itself writes. */
export const asksForText = (description: string): boolean => forText.test(simplified(description));

/** Goals that ask for a text, which may itself say that something cannot be done; not for one in a file. */
const forText =
  /\b(?:translate|draft|compose|rewrite|rephrase|proofread|write(?!\b.{0,80}\.(?:md|txt|csv|json|ics|docx|xlsx)\b))\b|翻译|译成|起草|草拟|撰写|改写|润色|写(?!入|到|进)/i;

/**
 * True if a text declines the work that a goal asks for; false for a goal that asks a question, for a text or for an
 * act outside.
 */
export const declinesWork = (goal: string, text: string): boolean =>
  declinesForMissingAbility(text) && asksForWork(goal) && !asksForText(goal) && !asksForOutsideAct(goal);

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
