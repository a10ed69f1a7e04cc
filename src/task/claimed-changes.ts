import { denial, sentencesOf } from './unknown-files.ts';

/** The kinds of changes that an answer may say its author has made; `payments` are bookings and purchases, too. */
const changeKinds = ['todos', 'entries', 'reminders', 'notes', 'messages', 'payments'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Text that an answer shows or quotes. */
const quoted = /```[^]*?(?:```|$)|`[^`\n]*`|^\s*>.*$|“[^”]*”|"[^"\n]*"|「[^」]*」|『[^』]*』|《[^》]*》/gmu;
/** The first line of a letter: what follows speaks in the name of its sender. */
const letter =
  /^[\s*_]*(?:dear\b|(?:hi|hello|hey)\b[^.!?\n]{0,30},\s*$|subject\s*:|尊敬的|亲爱的|主题\s*[:：]|[^。\n]{1,12}[，,]?(?:您好|你好)\s*[:：，,！!]?\s*$)/imu;
/** The parts of an answer that may be a document, such as a report of what somebody has done. */
const documents = /^\s*#[^]*|^\s*(?:[-*•|]|\d+[.)、]).*$/gmu;

const adverbs = String.raw`(?:\s+(?:also|then|now|just|successfully|have))*`;
/**
 * The author as the subject of an English verb, also of a later one in the sentence, unless that may describe things, as
 * in “and booked rooms”.
 */
const first = String.raw`(?:\bI(?:['’]ve)?${adverbs}\s+|(?<=\bI(?:['’]ve)?\s[^.;!?]*)(?:,|\band)${adverbs}\s+(?!\w+\s+[\w-]+s\b))`;
const holders = 'files?|documents?|reports?|tables?|plans?|pages?|sections?|templates?|drafts?';
/** Up to so many words before an object, of which none names what may hold a list or a note of its own. */
const upTo = (words: number, not = `${holders}|lists?|examples?`): string =>
  String.raw`(?:(?!(?:${not})\b)[^\s;]+\s+){0,${words}}?`;
/** No noun after an object of which it is only the beginning, such as “reminder text”. */
const whole = String.raw`(?![\s-]+(?:${holders}|lists?|examples?|apps?|texts?|wording|questions?|ideas|details|information|options|prices?|costs?|figures?|amounts?|numbers?)\b)`;
const outside = String.raw`(?!\s+(?:in|to|into|on|for|at)\b[^.,;]*\b(?:${holders})\b)`;
const put = '(?:added|put|saved|entered)';
const into = (place: string): string =>
  String.raw`(?:${first}${put}\s+${upTo(14, holders)}|(?<!:.*)\b(?:has|have)\s+been\s+${put}\s+)(?:in|on)?to\s+your\s+(?:${place})\b`;

const english: Record<ChangeKind, string> = {
  todos: String.raw`${into('to-?do list|to-?dos|task list')}|${first}(?:added|created)\s+${upTo(5)}to-?dos?\b${whole}${outside}`,
  entries: String.raw`${into('calendar')}|${first}(?:added|created)\s+${upTo(4)}calendar\s+(?:entry|entries|events?)\b${whole}${outside}`,
  reminders: String.raw`${first}set\s+(?:up\s+)?(?:an?|the|your|two|three|\d+)\s+(?:\w+\s+)?reminders?\b${whole}`,
  notes: String.raw`${into('notes|memory')}|${first}saved\s+${upTo(10, holders)}(?:to|in|as)\s+(?:an?\s+|my\s+)?(?:notes?|memory)\b${outside}`,
  messages: String.raw`${first}sent\s+${upTo(6)}(?:messages?|e-?mails?|a\s+text|sms|invitations?|invites?)\b${whole}|${first}(?:e-?mailed|texted|phoned|telephoned)\s+\S`,
  payments: String.raw`${first}(?:paid(?!\s+attention)|transferred|wired)\s+${upTo(4)}(?:[$€£¥]|\d[\d,.]*\s*(?:dollars?|euros?|pounds?|yuan|rmb|cny|usd|eur)\b|(?:bills?|rent|invoices?|deposit|money|funds)\b${whole})${outside}|${first}(?:purchased|bought|booked)\s+${upTo(5)}(?:tickets?|flights?|hotels?|rooms?|tables?|trains?|seats?|cars?|taxis?|trips?|tours?|restaurants?|appointments?|venues?)\b${whole}`,
};

/** The beginning of a Chinese clause that has the author as its subject, or none. */
const own =
  /^[^\p{L}\d]*(?:\d{1,2}[.、)）]\s*)?我?(?:已经?|都|均|也|还|又|并且?|同时|另外|此外|然后|接着|随后|最后|现在|成功|[为帮替][您你])*/u
    .source;
const upToChars = (most: number, not = ''): string =>
  String.raw`(?:(?!文件|文档|报告|表格|方案|笔记本|草稿${not})[^；;]){0,${most}}?`;
/** Up to so many characters between a verb and its object, which the verb does not merely describe, as in “预订的票”. */
const afterVerb = (most: number): string => `(?:了(?!的)${upToChars(most)}|${upToChars(most, '|(?<![您你我])的')})`;
/** No noun after an object of which it is only the beginning, such as “提醒问题”. */
const entire =
  '(?!模板|草稿|文案|文字|内容|列表|清单|信息|问题|记录|计划|方案|安排|建议|攻略|说明|流程|价格|预算|应用|程序|系统|功能|页面|表|语|词)';
const counted = String.raw`(?:\d+|[一二两三四五六七八九十几多]+)\s*[条个项件]\s*`;
const add = '(?:加入|加到|加进|添加到|添加进|放入|放进|写入|写进|记入|记到|存入|存到|保存到)了?(?:[您你]的|我的)?';
const create = '(?:新增|添加|新建|创建|建立|加|建|设置|设)了?(?:以下)?\\s*';
const message = '(?:短信|邮件|电子邮件|消息|微信|邀请函?|通知)';

const chinese: Record<ChangeKind, string> = {
  todos: `${own}(?:${upToChars(24)}${add}待办|${create}${counted}${upToChars(8)}待办${entire})`,
  entries: `${own}(?:${upToChars(30)}(?:${add}|安排进)(?:日程|日历)|${create}${counted}${upToChars(8)}(?:日程|日历事件)${entire})`,
  reminders: `${own}${create}${counted}${upToChars(8)}提醒${entire}`,
  notes: `${own}${upToChars(24)}${add}(?:笔记|记忆)`,
  messages: `${own}(?:[给向](?!我)${upToChars(12)}(?:(?:发送|发出|发)${afterVerb(6)}${message}${entire}|打了个?电话)|[将把]${upToChars(16)}(?:发送|发|寄)给了?(?![您你我])|(?:发送|发出|寄出)${afterVerb(8)}${message}${entire})`,
  payments: `${own}(?:(?:[给向]${upToChars(12)})?(?:转账|汇款)(?!方式|流程|页面|记录|说明)|[给向]${upToChars(12)}(?:付款|支付(?!宝))|(?:(?:预订|订购|购买|下单)(?:好|到)?|(?:订|买)(?:好|到)?(?=了))${afterVerb(12)}(?:票|酒店|房|餐厅|位子|车(?!票))${entire})|(?:我|[为帮替][您你])(?:已经?|也|还)*(?:付款|支付(?!宝)|缴纳|付清)`,
};

/** What says that a Chinese clause, and those after it, speak of something done. */
const perfect = /已|了(?!解)|成功/u;
/** What says that a Chinese clause speaks of an intention, or of what somebody else did. */
const notOwn =
  /建议|应|打算|准备|将会|即将|尚|不|别|无法|若|是否|(?<![为帮替给向])(?:[您你他她]|们|用户|对方)(?:已|也|都|还|昨|今|刚|把|将|给|向|在|会|想|要)/u;
/** A clause before the author's own, such as “任务完成”. */
const heading = /^.{0,8}(?:完成|好了|搞定|结果|总结|如下)/u;

/** What before an English claim says that there was none, or that somebody else says it. */
const noClaim =
  /\b(?:no|none|nobody|nothing|neither|nor|without|says?|said|states?|shows?|reads|reports?|according)\b/iu;
/** What after a Chinese claim makes it the description of something, as in “发送邮件的模板”. */
const described = /^(?!了(?!的)).*(?<![您你我])的/u;

/** What is longer is data, not a sentence. */
const longestSentence = 400;
/** How much of an answer is read. */
const longestAnswer = 20_000;

const patterns = changeKinds.map(
  (kind) => [kind, new RegExp(english[kind], 'iu'), new RegExp(chinese[kind], 'u')] as const,
);

/**
 * Returns the kinds of changes that an answer says its author has made. Quotations, letters, questions, negations and
 * conditions do not count, nor what others did or what is written into a file. Messages and payments in a list or below
 * a heading do not count, either, since a report of somebody else's work looks like that.
 */
export function changesSaidMade(text: string): ChangeKind[] {
  const said = text.slice(0, longestAnswer).replace(quoted, '').split(letter)[0] ?? '';
  const [all, spoken] = [kindsIn(said), kindsIn(said.replace(documents, ''))];
  return changeKinds.filter((kind) => (kind === 'messages' || kind === 'payments' ? spoken : all).has(kind));
}

const kindsIn = (text: string): Set<ChangeKind> =>
  new Set(
    sentencesOf(text)
      .filter((sentence) => sentence.length <= longestSentence && !/[?？]/u.test(sentence))
      .flatMap((sentence) => [...englishKinds(sentence), ...chineseKinds(sentence)]),
  );

function englishKinds(sentence: string): ChangeKind[] {
  return patterns.flatMap(([kind, pattern]) => {
    const found = pattern.exec(sentence);
    const before = found ? sentence.slice(0, found.index + found[0].length) : '';
    return found && !denial.test(before) && !noClaim.test(before) ? [kind] : [];
  });
}

/** The kinds in a Chinese sentence, up to its first clause about something else. */
function chineseKinds(sentence: string): ChangeKind[] {
  const kinds: ChangeKind[] = [];
  let isDone = false;
  for (const clause of sentence.split(/[，,：:]/u).map((each) => each.trim())) {
    const said = patterns.flatMap(([kind, , pattern]) => {
      const found = pattern.exec(clause);
      return found && !described.test(clause.slice(found.index + found[0].length)) ? [kind] : [];
    });
    const goesOn = said.length > 0 || /^\P{L}*(?:我|已|并|也|还)/u.test(clause) || heading.test(clause);
    if (!goesOn || denial.test(clause) || notOwn.test(clause)) break;
    isDone ||= perfect.test(clause);
    if (isDone) kinds.push(...said);
  }
  return kinds;
}
