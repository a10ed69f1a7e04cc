import { chineseOpening, clauseOpening, actionsIn } from './clauses.ts';

/** What is booked or reserved; “book club” and “book recommendations” are no such thing. */
const bookable =
  'flights?|hotels?|hostels?|halls?|rooms?|tables?|tickets?|trains?|bus|ferry|cruises?|cars?|taxis?|cabs?|trips?|tours?|seats?|restaurants?|accommodations?|lodging|apartments?|venues?|appointments?|lessons?|class(?:es)?|sessions?|trainer|photographer|caterer|band';
const orderable =
  'pizzas?|food|groceries|drinks?|meals?|cake|flowers|takeaway|takeout|taxi|cab|supplies|materials|equipment|parts|furniture|tickets?';
const recipients =
  'restaurant|hotel|doctor|dentist|clinic|hospital|bank|landlord|plumber|electrician|school|university|daycare|vet|airline|insurance|support|customer service|store|shop|venue|mum|mom|dad|mother|father|parents|family|friends?|guests?|clients?|customers?|suppliers?|vendors?|compan(?:y|ies)|contractors?|garage|mechanic|agency|agent|seller|manager|him|her|them|people|everyone|everybody';
const article = '(?:(?:an?|the|my|our|your|his|her|their|all|some|both|each|local|several|selected|chosen)\\s+)';

/**
 * Clauses that ask for an act in the world outside: a purchase, payment, booking, message, application or publication.
 * Each begins with its verb; what follows tells it from other meanings, such as “order by date” or “pay attention”.
 */
const english = new RegExp(
  `${clauseOpening}(?:` +
    [
      `(?:book|reserve)\\s+(?:[\\w'’-]+\\s+){0,4}?(?:${bookable})\\b`,
      String.raw`(?:buy|purchase)\s+(?!(?:orders?|or|vs|and|guides?|lists?|signals?|advice|decisions?)\b)\S`,
      String.raw`order\s+(?!.*\bby\b)(?:.*\bonline\b|(?:[\w'’-]+\s+){0,3}?(?:${orderable})\b)`,
      String.raw`pay\s+(?:[$€£¥\d]|(?:for|off|an?|the|my|our|your|all|bills?|rent|taxes|fees)\b)`,
      String.raw`send\s+(?!.*\b(?:reminders?|notifications?|requests?|https?|get|post|api)\b)\S`,
      `(?:e-?mail|phone|telephone|call|contact)\\s+(?:up\\s+)?${article}*(?:${recipients})\\b`,
      String.raw`contact\s+(?:an?|the|my|our|your)\s`,
      String.raw`invite\s+(?!the\s+(?:user|person)\b)\S`,
      String.raw`(?:sign up|register|enroll?)\s+(?:for|at|with|in|on|online)\b`,
      `submit\\s+${article}*(?:[\\w-]+\\s+)?(?:applications?|forms?|claims?|papers?|resumes?|cv|registration|order|documents?)\\b`,
      String.raw`(?:publish|post)\s.*\b(?:on|to)\s+${article}*(?:twitter|x|facebook|instagram|linkedin|reddit|medium|youtube|tiktok|social media|blog|website|forum)\b`,
      String.raw`cancel\s.*\b(?:subscriptions?|bookings?|reservations?|memberships?|orders?|flights?|contracts?)\b`,
      `(?:rent|hire)\\s+(?:an?|the)\\s`,
      `(?:transfer|deposit|donate)\\s+${article}*(?:money|funds|[$€£¥\\d])`,
    ].join('|') +
    ')',
  'iu',
);

const chinese = new RegExp(
  `${chineseOpening}(?:` +
    [
      '(?:预订|预定(?!义)|订购|购买|采购|下单|支付|付款|付清|缴纳|缴费|汇款|转账|致电|报名|网购)(?!.{0,4}(?:建议|指南|清单|方案|渠道|理由|攻略|方式|时间|计划))',
      '订(?:好|一|两|机票|酒店|餐|房|票|车票|外卖|位)',
      '买(?!卖|点|家|之?前|之?后|的|什么|哪|不|还是)',
      '(?:付|交)(?:房租|租金|电费|水费|学费|费|定金|押金)',
      '(?:发送|发出|发|寄出|寄送|寄|回复)(?:一封|一条|一个|一份)?.{0,8}(?:邮件|短信|消息|微信|邀请函?|请柬|通知书|快递|包裹|信)(?!号)',
      '(?:给|向|跟|和).{1,12}?(?:打电话|打个电话|发邮件|发短信|发消息|发微信|发送(?!请求)|寄|下单|付款|转账|汇款|通电话)',
      '(?:打电话|拨打|联系(?!人|方式|上下文))',
      '在.{1,16}?(?:上|处|店|网)(?:预订|预定(?!义)|订购|购买|下单|报名)',
      '(?:提交|递交).{0,8}(?:申请|表格|材料|简历|报名表|订单)',
      '(?:发布|发表|发帖)到',
      '取消.{0,8}(?:订单|预订|订阅|会员|航班|合同)',
      '租(?:车|房|一)',
    ].join('|') +
    ')',
  'u',
);

/**
 * True if a step's description asks for an act in the world outside that no tool of Cairn can do, such as to book, buy,
 * pay or send something. A sentence with a condition does not count.
 */
export function asksForOutsideAct(description: string): boolean {
  return actionsIn(description).some((action) => english.test(action) || chinese.test(action));
}
