import { negationPattern } from '../unknown-files.ts';
import type { ChangeKind } from './change-kind.ts';

// Who did it.

const number = String.raw`(?:\d{1,2}[.、)）]\s*)?`;
const adverbs = '(?:已经?|都|均|也|还|又|并且?|同时|另外|此外|然后|接着|随后|最后|现在|成功|[为帮替][您你])*';
/** The beginning of a clause that has the author as its subject, or no subject. */
const author = String.raw`^[^\p{L}\d]*${number}我?${adverbs}`;

// What it was done to.

const holders = '文件|文档|报告|表格|方案|笔记本|草稿';
/** Up to so many characters that name nothing that may hold a list or a note of its own. */
const upTo = (most: number, not = ''): string => String.raw`(?:(?!${holders}${not})[^；;]){0,${most}}?`;
/** Up to so many characters between a verb and its object, which the verb does not merely describe: 预订的票. */
const afterVerb = (most: number): string => `(?:了(?!的)${upTo(most)}|${upTo(most, '|(?<![您你我])的')})`;
/** No noun after an object that the object only qualifies: 提醒问题. */
const whole =
  '(?!模板|草稿|文案|文字|内容|列表|清单|信息|问题|记录|计划|方案|安排|建议|攻略|说明|流程|价格|预算|应用|程序|系统|功能|页面|表|语|词)';
const someone = `[给向]${upTo(12)}`;
const message = `(?:短信|邮件|电子邮件|消息|微信|邀请函?|通知)${whole}`;
const bookable = `(?:票|酒店|房|餐厅|位子|车(?!票))${whole}`;

// What an answer may say.

const putIntoPhrase =
  '(?:加入|加到|加进|添加到|添加进|放入|放进|写入|写进|记入|记到|存入|存到|保存到)了?(?:[您你]的|我的)?';
const some = String.raw`了?(?:以下)?\s*(?:\d+|[一二两三四五六七八九十几多]+)\s*[条个项件]\s*`;
/** 新增了 3 条 */
const created = `(?:新增|添加|新建|创建|建立|加|建|设置|设)${some}${upTo(8)}`;

const claims: readonly (readonly [ChangeKind, RegExp])[] = [
  // 已将三项内容添加到待办列表
  ['todos', `${author}${upTo(24)}${putIntoPhrase}待办`],
  // 已新增两条待办事项
  ['todos', `${author}${created}待办${whole}`],
  // 下周三的会议已加入您的日程
  ['entries', `${author}${upTo(30)}(?:${putIntoPhrase}|安排进)(?:日程|日历|行事历)`],
  // 已创建两个日历事件
  ['entries', `${author}${created}(?:日程|(?:日历|行事历)(?:事件|活动))${whole}`],
  // 已设置一个提醒. But 已添加一条提醒：… may only note something, and 提醒事项 are to-dos.
  ['reminders', `${author}(?:创建|设置|设)${some}(?:日程|日历)?提醒(?!事项|时间|日期|[：:到在给])${whole}`],
  // 我已把您的偏好存入记忆
  ['notes', `${author}${upTo(24)}${putIntoPhrase}(?:笔记|记忆)`],
  // 也给李经理发了短信
  ['messages', `${author}(?=[给向](?!我))${someone}(?:发送|发出|发)${afterVerb(6)}${message}`],
  // 给李经理打了电话
  ['messages', `${author}(?=[给向](?!我))${someone}打了个?电话`],
  // 已将总结发送给李经理
  ['messages', `${author}[将把]${upTo(16)}(?:发送|发|寄)给了?(?![您你我])`],
  // 已发送您的邮件
  ['messages', `${author}(?:发送|发出|寄出)${afterVerb(8)}${message}`],
  // 并转账三千五百元
  ['payments', `${author}(?:${someone})?(?:转账|汇款)(?!方式|流程|页面|记录|说明)`],
  // 已给房东付款
  ['payments', `${author}${someone}(?:付款|支付(?!宝))`],
  // 已为您预订了两张高铁票
  ['payments', `${author}(?:预订|订购|购买|下单)[好到]?${afterVerb(12)}${bookable}`],
  // 我订了两张票; 订 and 买 alone may be part of another word.
  ['payments', `${author}[订买][好到]?(?=了)${afterVerb(12)}${bookable}`],
  // 我已帮您支付房租. With the author named anywhere, since 已支付 3 笔 is about bills.
  ['payments', '(?:我|[为帮替][您你])(?:已经?|也|还)*(?:付款|支付(?!宝)|缴纳|付清)'],
].map(([kind, pattern]) => [kind as ChangeKind, new RegExp(pattern as string, 'u')]);

/** Words that show that a clause, and those after it, are about something done. */
const perfect = /已|了(?!解)|成功/u;
/** Words that show that a clause is about an intention, or about something somebody else did. */
const notOwn =
  /建议|应|打算|准备|将会|即将|尚|不|别|无法|若|是否|(?<![为帮替给向])(?:[您你他她]|们|用户|对方)(?:已|也|都|还|昨|今|刚|把|将|给|向|在|会|想|要)/u;
/** A clause before the author's own, such as “任务完成”. */
const heading = /^.{0,8}(?:完成|好了|搞定|结果|总结|如下)/u;
/** Words after a claim that make it the description of something, as in “发送邮件的模板”. */
const described = /^(?!了(?!的)).*(?<![您你我])的/u;

/** Words in a sentence about a reminder that show that an earlier one may be meant. */
const former = /之前|此前|以前|先前|早先|上次|昨[天日]|早已|已有|仍|依然/u;

/**
 * Returns the kinds of changes that a Chinese sentence says its author has made, up to its first clause about something
 * else.
 */
export function claimedChangesInChinese(sentence: string): ChangeKind[] {
  const kinds: ChangeKind[] = [];
  let isDone = false;
  for (const clause of sentence.split(/(?<=[，,：:])/u).map((each) => each.trim())) {
    const claimedKinds = claims.flatMap(([kind, pattern]) => {
      const claimMatch = pattern.exec(clause);
      return claimMatch && !described.test(clause.slice(claimMatch.index + claimMatch[0].length)) ? [kind] : [];
    });
    const goesOn = claimedKinds.length > 0 || /^\P{L}*(?:我|已|并|也|还)/u.test(clause) || heading.test(clause);
    if (!goesOn || negationPattern.test(clause) || notOwn.test(clause)) break;
    isDone ||= perfect.test(clause);
    if (isDone) kinds.push(...claimedKinds);
  }
  return former.test(sentence) ? kinds.filter((kind) => kind !== 'reminders') : kinds;
}
